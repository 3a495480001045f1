# expect 0.85..0.85: lets Wellspring pick the referral, which is the one for the knee
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --any-referral
