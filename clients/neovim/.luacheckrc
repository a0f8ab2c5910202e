std = 'luajit'
max_line_length = 120
globals = { 'vim' }
files['test'] = { read_globals = { 'test' } }
files['lua/statusd/types.lua'] = { max_line_length = false } -- An annotation is one line.
