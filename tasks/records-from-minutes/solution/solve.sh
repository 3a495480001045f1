#!/bin/bash
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py "$@"
