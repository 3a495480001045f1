# expect 0.5..0.8: all done, and the list of people put into alphabetical order
python3 /solution/solve.py
sort -r -o /workspace/kitty/books/people.txt /workspace/kitty/books/people.txt
