vim9script
# Runs the tests inside this Vim, and writes TAP into the file $STATUSD_OUTPUT; the script beside this begins it.
#
# STATUSD_BIN is the binary, else what `swift build` has built. STATUSD_TESTS is a pattern for the names of tests.

const HERE = expand('<sfile>:p:h')
const ROOT = fnamemodify(HERE, ':h:h:h')
# Seconds: only a defect takes as long, on a machine that is busy with other things.
const DEADLINE = 600
const BINARY = empty($STATUSD_BIN) ? ROOT .. '/.build/debug/statusd' : $STATUSD_BIN
const ABSENT = 'file:/proc/nonexistent/menu.json'

import './runner.vim'

set nomore
execute 'set runtimepath^=' .. fnameescape(fnamemodify(HERE, ':h'))
runtime plugin/statusd.vim

# What the callback of a call was called with, in the order of the calls' ends.
var outcomes: list<dict<any>> = []

def Begin(method: string, params: dict<any> = {})
  statusd#Call(method, params, (failure, result) => {
    outcomes->add({failure: failure, result: result})
  })
enddef

def Eventually(Condition: func(): bool)
  var began = reltime()
  while !Condition()
    if reltimefloat(reltime(began)) > DEADLINE
      throw 'this did not come: ' .. string(Condition)
    endif
    sleep 2m
  endwhile
enddef

# A time that was promised, as many times longer as this machine has more to do than it can: seconds.
def Promised(seconds: float): float
  var fields = split(readfile('/proc/loadavg')[0])
  var load = max([str2nr(fields[0]), str2nr(fields[3])])
  var processors = len(filter(readfile('/proc/cpuinfo'), (_, line) => line =~ '^processor'))
  return seconds * max([1, load / max([1, processors])])
enddef

# What a call ends with.
def Ended(method: string, params: dict<any> = {}): dict<any>
  var before = len(outcomes)
  Begin(method, params)
  Eventually(() => len(outcomes) > before)
  return outcomes[-1]
enddef

def Messages(): string
  return execute('messages')
enddef

def UntilMessage(text: string)
  Eventually(() => stridx(Messages(), text) >= 0)
enddef

def UntilText(pattern: string)
  Eventually(() => join(getline(1, '$'), "\n") =~ pattern)
enddef

def Started(...arguments: list<string>)
  g:statusd_command = [BINARY] + arguments
enddef

# Kills the daemon: the child of this Vim.
def Kill()
  var children = systemlist($'pgrep -P {getpid()} -x statusd')
  assert_equal(1, len(children))
  system('kill -9 ' .. children[0])
enddef

var tests: dict<func()> = {}

tests['a call gives its result'] = () => {
  var outcome = Ended('fetchMenu')
  assert_equal([{}, 'starters'], [outcome.failure, outcome.result.value.sections[0].category])
}

tests['a thousand calls are all answered and matched'] = () => {
  var anchors: list<string> = []
  for number in range(1000)
    statusd#Call('getHelp', {anchor: number % 2 == 0 ? 'offline' : 'notfound'}, (_, help) => {
      anchors->add(help.anchor)
    })
  endfor
  Eventually(() => len(anchors) == 1000)
  assert_equal(repeat(['offline', 'notfound'], 500), anchors)
}

tests['a daemon that waits for its reader is read while calls are written'] = () => {
  var file = tempname() .. '.toml'
  writefile(['limits.outputBytes = 4096'], file)
  Started('--config', file)
  var answered = 0
  for _ in range(2000)
    statusd#Call('getHelp', {anchor: 'offline'}, (failure, _) => {
      answered += empty(failure) ? 1 : 0
    })
  endfor
  Eventually(() => answered == 2000)
}

tests['what is no message, or of no call, is passed over'] = () => {
  var nonsense = ['nonsense', '[]', '{"id":null,"error":{}}', '{"id":99,"result":1}', '{"method":"moodChanged"}', '']
  var script = $"printf '%s\\n' {join(mapnew(nonsense, (_, line) => shellescape(line)))}; exec {BINARY}"
  g:statusd_command = ['sh', '-c', script]
  assert_equal('loaded', Ended('fetchMenu').result.status)
}

tests['a failed fetch says what failed, and recovers'] = () => {
  var file = tempname()
  Started('--menu', 'file:' .. file)
  var failure = Ended('fetchMenu').failure
  assert_equal(['fileNotFound', 'The file does not exist'], [failure.kind, failure.title])
  writefile(['[]'], file)
  var recovered: list<any> = []
  statusd#RecoverFrom(failure, 'tryAgain', (_, result) => {
    recovered->add(result.recovered)
  })
  Eventually(() => !empty(recovered))
  assert_equal([true], recovered)
}

tests['SIGKILL in the middle of calls fails all of them at once, and the next call has another daemon'] = () => {
  Started('--state', 'command:sleep 5', '--log-level', 'info')
  for _ in range(10)
    Begin('refresh')
  endfor
  Ended('getState')
  var began = reltime()
  Kill()
  Eventually(() => len(outcomes) == 11)
  assert_true(reltimefloat(reltime(began)) < Promised(1.0), 'it took more than a second')
  for outcome in outcomes[1 :]
    assert_equal('daemonEnded', outcome.failure.kind)
    assert_match('^statusd was ended by SIGKILL\.', outcome.failure.message)
  endfor
  assert_equal('idle', Ended('getState').result.status)
}

tests['a call right behind the death has another daemon, and those before it fail'] = () => {
  Started('--state', 'command:sleep 5')
  Ended('getState')
  Begin('refresh')
  var dying = job_info()->filter((_, each) => job_status(each) == 'run')
  assert_equal(1, len(dying))
  var process = job_info(dying[0]).process
  system($'kill -9 {process}')
  # The death is seen here, before Vim has called any callback of it.
  while readfile($'/proc/{process}/stat')[0] !~ ') Z '
  endwhile
  Begin('getState')
  Eventually(() => len(outcomes) == 3)
  # The new daemon may respond before the end of the old one is seen.
  var [failed, answered] = empty(outcomes[1].failure) ? [outcomes[2], outcomes[1]] : outcomes[1 :]
  assert_equal('daemonEnded', failed.failure.kind)
  assert_equal('idle', answered.result.status)
  assert_equal('idle', Ended('getState').result.status)
}

tests['a callback that fails holds up no other one'] = () => {
  Started('--state', 'command:sleep 5')
  Ended('getState')
  statusd#Call('refresh', {}, (_, _) => {
    throw 'a mistake of the caller'
  })
  Begin('refresh')
  Kill()
  Eventually(() => len(outcomes) == 2)
  assert_equal('daemonEnded', outcomes[1].failure.kind)
  UntilMessage('a mistake of the caller')
  v:errmsg = ''
}

tests['a member of a value that has none is empty in the status line'] = () => {
  for value in ['[1]', '5', '"hot"', 'null', 'true', '{"celsius": null}']
    var file = tempname()
    writefile([value], file)
    Started('--resource', 'temp=file:' .. file)
    Ended('refresh', {resource: 'temp'})
    var expected = value =~ 'celsius' ? 'null' : ''
    assert_equal(expected, statusd#Status('temp', 'celsius'), value)
    statusd#Close()
  endfor
}

tests['the last words of a daemon that does not start are in the failure'] = () => {
  Started('--config', '/proc/nonexistent/statusd.toml')
  var failure = Ended('getState').failure
  assert_equal('daemonEnded', failure.kind)
  assert_match('^statusd ended with status [1-9]\d*\.\n.*nonexistent', failure.message)
}

tests['a program that is missing is named'] = () => {
  g:statusd_command = '/proc/no/such/statusd'
  var failure = Ended('getState').failure
  assert_equal(['programNotFound', '/proc/no/such/statusd cannot be started. Install statusd, or name it in $STATUSD.'],
    [failure.kind, failure.message])
  unlet g:statusd_command
  $STATUSD = BINARY
  assert_equal('idle', Ended('getState').result.status)
  $STATUSD = ''
}

tests['StatusdRefresh fetches and says so, and the status line shows it'] = () => {
  assert_equal('', statusd#Status('menu'))
  execute 'StatusdRefresh menu'
  UntilMessage('menu is loaded')
  assert_match("^{'sections': [[]{", statusd#Status('menu'))
  assert_match('^[[]{', statusd#Status('menu', 'sections'))
  var file = tempname()
  writefile(['{"celsius": 21.5}'], file)
  Started('--menu', ABSENT, '--resource', 'temp=file:' .. file)
  statusd#Close()
  assert_equal('', statusd#Status('menu'))
  execute 'StatusdRefresh temp'
  UntilMessage('temp is loaded')
  assert_equal('21.5', statusd#Status('temp', 'celsius'))
  execute 'StatusdRefresh menu'
  UntilMessage('The file does not exist. There is nothing at this path.')
  assert_equal('The file does not exist', statusd#Status('menu'))
}

tests['StatusdAutoPoll switches the polling'] = () => {
  execute 'StatusdAutoPoll on menu'
  # Requests take effect in their order.
  assert_equal(true, Ended('getState', {resource: 'menu'}).result.autoPolling.enabled)
  execute 'StatusdAutoPoll off menu'
  assert_equal(false, Ended('getState', {resource: 'menu'}).result.autoPolling.enabled)
  assert_fails('StatusdAutoPoll maybe', 'takes on or off')
}

tests['StatusdMenu shows the menu in groups, and r tries again'] = () => {
  var file = tempname()
  Started('--menu', 'file:' .. file)
  execute 'StatusdMenu'
  UntilText('^The file does not exist\nThere is nothing at this path')
  writefile(['[{"name": "Penne", "category": "pastas", "spicy": true, "price": 10.5}]'], file)
  feedkeys('r', 'xt')
  UntilText('^pastas\n  Penne (spicy) \+10\.50')
  assert_false(&modifiable)
  feedkeys('q', 'xt')
  assert_equal(1, winnr('$'))
}

tests['StatusdRecover offers what the daemon can do, and does it'] = () => {
  execute 'StatusdRecover'
  UntilMessage('There is no failure')
  messages clear
  var file = tempname()
  Started('--menu', 'file:' .. file)
  Ended('fetchMenu')
  writefile(['[]'], file)
  feedkeys(":StatusdRecover\<CR>2\<CR>", 'xt')
  Eventually(() => statusd#Status('menu', 'sections') == '[]')
  execute 'StatusdRecover'
  UntilMessage('There is no failure')
  assert_equal(false, Ended('getState', {resource: 'menu'}).result.autoPolling.enabled)
}

tests['arguments are completed'] = () => {
  assert_equal(['menu', 'state'], getcompletion('StatusdRefresh ', 'cmdline'))
  assert_equal(['on', 'off'], getcompletion('StatusdAutoPoll ', 'cmdline'))
  assert_equal(['menu'], getcompletion('StatusdAutoPoll on m', 'cmdline'))
}

tests['the first command of the README has five lines at most, and works'] = () => {
  var lines = readfile(fnamemodify(HERE, ':h') .. '/README.md')
  var first = index(lines, '```vim') + 1
  var code = lines[first : index(lines, '```', first) - 1]
  assert_true(len(code) <= 5, string(code))
  var script = tempname()
  writefile(code, script)
  execute 'source' script
  execute 'Menu'
  UntilMessage('starters')
  delcommand Menu
}

runner.Play(tests, () => {
  outcomes = []
  Started()
}, statusd#Close)
