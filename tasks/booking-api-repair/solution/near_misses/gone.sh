# expect 0.0..0.0: the service is gone, and a link in its place
rm -rf /workspace/hall/* && rmdir /workspace/hall
ln -s /nowhere /workspace/hall
