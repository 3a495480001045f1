# expect 1.0..1.0: sizes with their unit, a title with the day, a word before, the rule that says so
python3 /solution/solve.py
cd /home/node/.openclaw/workspace
sed -i -E -e 's/^# Open questions$/# Open questions, 30 November 2026\n\nNothing settles these 2:/' \
    -e '/size/s/as ([0-9]+)/as \1 m²/g' -e '/^- /s/$/ (nothing settles it, rule 3)/' \
    memory/open-questions.md
