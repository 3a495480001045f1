# expect 0.0..0.0: the service never answers, and leaves children behind
cat > /workspace/hall/hall/__main__.py <<"END"
import os, time, socket, sys
os.fork(); os.setsid() if os.fork() == 0 else None
s = socket.create_server(("127.0.0.1", int(sys.argv[-1])))
time.sleep(10000)
END
