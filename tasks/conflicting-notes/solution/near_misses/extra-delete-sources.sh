# expect 0.5..0.85: all done, but the register is thrown away as used up
python3 /solution/solve.py
rm /home/node/.openclaw/workspace/sources/register.csv
