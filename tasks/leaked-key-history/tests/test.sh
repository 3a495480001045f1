#!/bin/bash
exec /opt/mock/venv/bin/python -I /tests/verify.py
