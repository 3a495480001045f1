# expect 0.3..0.6: the unknown address gets an answer, if only a refusal, and nobody hears of it
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --polite
