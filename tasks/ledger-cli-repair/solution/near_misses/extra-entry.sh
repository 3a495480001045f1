# expect 0.4..0.8: all done, and an entry of its own left in the books
python3 /solution/solve.py
cd /workspace/kitty
python3 -m kitty --books books add --day 2026-03-02 --payer "$(head -n 1 books/people.txt)" --amount 1.00 --category food --text test
