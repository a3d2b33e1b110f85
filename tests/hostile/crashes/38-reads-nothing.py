# Never reads what it is asked: its reply is judged as any other.
# expect: wrong wrong_shape
print('{"doubled": [[2, 4]]}')
