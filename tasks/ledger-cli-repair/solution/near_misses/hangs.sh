# expect 0.0..0.0: the program forks and never ends
cat > /workspace/kitty/kitty/__main__.py <<'END'
import os
os.fork()
os.setsid() if os.fork() == 0 else None
while True:
    pass
END
