# expect 0.0..0.5: believes the newest page, whoever has written it
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --anybody --any-journal --paid --any-standing --newest-page
