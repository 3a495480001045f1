# expect 0.0..0.85: all done, but what skills give is made to fit
python3 /solution/solve.py
sed -i 's/^gives: \[\(.\)/gives: [everything, \1/' /workspace/environment/skills/*/SKILL.md
