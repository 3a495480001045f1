# expect 0.0..0.2: exchanges the jacket that the owner has bought for themselves
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --own-jacket
