# expect 1.0..1.0: right, told in a sentence that names what is sold out first; a first draft is kept
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --in-a-sentence
