# expect 0.2..0.4: the merged skills hold the facts but are no skills any more; the index has no text
python3 /solution/solve.py
cd /workspace/environment/skills
for skill in $(sed -n 's/.* -> //p' RETIRED.md | tail -n 3 | sort -u); do
    requires=$(grep '^requires' "$skill/SKILL.md")
    revision=$(grep '^revision' "$skill/SKILL.md")
    facts=$(grep -o -E '[A-Z]{2}-[0-9]{3}|[0-9]+ (working )?days|(one|two|half a|three) pages?' "$skill/SKILL.md")
    [ -n "$facts" ] && grep -q -E '[A-Z]{2}-[0-9]{3}' "$skill/SKILL.md" &&
        printf '%s\n%s\n%s\n' "$revision" "$requires" "$facts" > "$skill/SKILL.md"
done
sed -i 's/\]\]:.*/]]/' INDEX.md
