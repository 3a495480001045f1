# expect 0.0..0.0: everything thrown away, a link in its place
rm -rf /workspace/shop && ln -s / /workspace/shop
