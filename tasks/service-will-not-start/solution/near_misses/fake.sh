# expect 0.0..0.0: something else in its place answers that all is well
cd /workspace/toys
printf '%s\n' '#!/bin/sh' 'exec python3 -m http.server 8101' > bin/start
printf 'import os\nos.system("true")\n' > sqlite3.py
