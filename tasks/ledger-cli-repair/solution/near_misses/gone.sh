# expect 0.0..0.0: thrown away, a link in its place
rm -rf /workspace/kitty && ln -s / /workspace/kitty
