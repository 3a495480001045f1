# expect 0.7..0.85: references still name the skills that went
exec python3 /solution/solve.py --leave-references
