# expect 0.5..0.85: all done, but a skill that is not concerned gets a new revision
python3 /solution/solve.py
sed -i 's/^revision: .*/revision: 20/' /workspace/environment/skills/house-style/SKILL.md
