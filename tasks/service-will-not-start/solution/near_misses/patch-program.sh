# expect 0.2..0.3: the program is changed to put up with everything
python3 /solution/solve.py
sed -i 's/due TEXT NOT NULL/due TEXT/' /workspace/toys/shelf/storage.py
