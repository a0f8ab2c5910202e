vim9script
# Plays tests inside this Vim, writes TAP into the file $STATUSD_OUTPUT, and ends Vim.

# What is wrong after a test; empty for nothing.
def Problem(Body: func()): string
  v:errors = []
  v:errmsg = ''
  messages clear
  try
    Body()
  catch
    v:errors->add(v:exception .. ' at ' .. v:throwpoint)
  endtry
  return join(v:errors + (v:errmsg == '' ? [] : [v:errmsg]), "\n")
enddef

def Write(lines: list<string>)
  writefile(lines, $STATUSD_OUTPUT, 'a')
enddef

# Plays the tests whose names match $STATUSD_TESTS, each between Begin and End.
export def Play(tests: dict<func()>, Begin: func(), End: func())
  var counts = {pass: 0, fail: 0}
  for name in sort(keys(tests))->filter((_, each) => each =~ $STATUSD_TESTS)
    Begin()
    var problem = Problem(tests[name])
    End()
    counts[problem == '' ? 'pass' : 'fail'] += 1
    Write([$'{problem == '' ? 'ok' : 'not ok'} {counts.pass + counts.fail} - {name}'])
    Write(split(problem, "\n")->map((_, line) => '  error: ' .. line))
  endfor
  Write([$'1..{counts.pass + counts.fail}', $'# pass {counts.pass}', $'# fail {counts.fail}', '# skipped 0'])
  execute counts.fail == 0 ? 'qall!' : 'cquit'
enddef
