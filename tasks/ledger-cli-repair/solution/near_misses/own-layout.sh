# expect 1.0..1.0: all right, with other line ends, all fields quoted, and a copy kept elsewhere
cp -r /workspace/kitty/books /workspace/books.bak
cp /workspace/kitty/books/2026-01.csv /workspace/kitty/books/2026-01.csv.bak
python3 /solution/solve.py
cd /workspace/kitty && python3 - <<'END'
import csv
from pathlib import Path
for path in Path("books").glob("*.csv"):
    rows = list(csv.reader(path.read_text().splitlines(), delimiter=";"))
    with path.open("w", newline="") as file:
        csv.writer(file, delimiter=";", quoting=csv.QUOTE_ALL).writerows(rows)
END
sed -i 's/"id";"day";"payer";"amount";"for";"category";"text"/id;day;payer;amount;for;category;text/' books/*.csv
