# expect 0.5..0.95: all done, but an unrelated skill was reworded on the way
python3 /solution/solve.py
sed -i 's/^1\. .*/1. Do this as you think best./' /workspace/environment/skills/plant-care/SKILL.md
