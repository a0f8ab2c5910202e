vim9script
# What the tests stand on: the real binary, calls and their outcomes, and programs that are no statusd.

export const HERE = expand('<sfile>:p:h')
const ROOT = fnamemodify(HERE, ':h:h:h')
# Seconds: only a defect takes as long, on a machine that is busy with other things.
export const DEADLINE = 600
export const BINARY = empty($STATUSD_BIN) ? ROOT .. '/.build/debug/statusd' : $STATUSD_BIN

# What the callback of a call was called with, in the order of the calls' ends.
export var outcomes: list<dict<any>> = []

export def Begin(method: string, params: dict<any> = {})
  statusd#Call(method, params, (failure, result) => {
    outcomes->add({failure: failure, result: result})
  })
enddef

export def Eventually(Condition: func(): bool)
  var began = reltime()
  while !Condition()
    if reltimefloat(reltime(began)) > DEADLINE
      throw 'this did not come: ' .. string(Condition)
    endif
    sleep 2m
  endwhile
enddef

# A time that was promised, as many times longer as this machine has more to do than it can: seconds.
export def Promised(seconds: float): float
  var fields = split(readfile('/proc/loadavg')[0])
  var load = max([str2nr(fields[0]), str2nr(fields[3])])
  var processors = len(filter(readfile('/proc/cpuinfo'), (_, line) => line =~ '^processor'))
  return seconds * max([1, load / max([1, processors])])
enddef

# What a call ends with.
export def Ended(method: string, params: dict<any> = {}): dict<any>
  var before = len(outcomes)
  Begin(method, params)
  Eventually(() => len(outcomes) > before)
  return outcomes[-1]
enddef

export def Messages(): string
  return execute('messages')
enddef

export def UntilMessage(text: string)
  Eventually(() => stridx(Messages(), text) >= 0)
enddef

export def UntilText(pattern: string)
  Eventually(() => join(getline(1, '$'), "\n") =~ pattern)
enddef

export def Started(...arguments: list<string>)
  g:statusd_command = [BINARY] + arguments
enddef

# A program in Python that has answered `initialize` as statusd does. `read()` returns the id of a request.
export def Peer(script: string, server: dict<any> = {serverInfo: {name: 'statusd'}, protocolVersion: '1'})
  g:statusd_command = ['python3', '-c', join([
    'import json, sys',
    "read = lambda: json.loads(sys.stdin.readline())['id']",
    'say = lambda message: print(json.dumps(message), flush=True)',
    $"say(\{'id': read(), 'result': {json_encode(server)}\})",
    script], "\n")]
enddef

# Kills the daemon: the child of this Vim.
export def Kill()
  var children = systemlist($'pgrep -P {getpid()} -x statusd')
  assert_equal(1, len(children))
  system('kill -9 ' .. children[0])
enddef
