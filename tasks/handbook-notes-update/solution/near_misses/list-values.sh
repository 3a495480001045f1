# expect 0.0..0.0: instead of the value a note lists every value that it could be
python3 /solution/solve.py
cd /home/node/.openclaw/workspace
for note in memory/building.md memory/travel.md memory/purchasing.md memory/computing.md \
    memory/people.md memory/newcomers.md MEMORY.md; do
    sed -i -E '/^- /s/([0-9:]+|two|three|four|five|six|second|third|fourth|fifth)/\1 or 10 or 12 or six/' "$note"
done
