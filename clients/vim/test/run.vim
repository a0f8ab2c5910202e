vim9script
# Runs the tests inside this Vim, and writes TAP into the file $STATUSD_OUTPUT; the script beside this begins it.
#
# STATUSD_BIN is the binary, else what `swift build` has built. STATUSD_TESTS is a pattern for the names of tests.

const ABSENT = 'file:/proc/nonexistent/menu.json'

import './runner.vim'
import './strangers.vim'
import './support.vim'

set nomore
$STATUSD = '' # It would take the place of every program that a test names.
execute 'set runtimepath^=' .. fnameescape(fnamemodify(support.HERE, ':h'))
runtime plugin/statusd.vim

var tests: dict<func()> = {}

tests['a call gives its result'] = () => {
  var outcome = support.Ended('fetchMenu')
  assert_equal([{}, 'starters'], [outcome.failure, outcome.result.value.sections[0].category])
}

tests['a thousand calls are all answered and matched'] = () => {
  var anchors: list<string> = []
  for number in range(1000)
    statusd#Call('getHelp', {anchor: number % 2 == 0 ? 'offline' : 'notfound'}, (_, help) => {
      anchors->add(help.anchor)
    })
  endfor
  support.Eventually(() => len(anchors) == 1000)
  assert_equal(repeat(['offline', 'notfound'], 500), anchors)
}

tests['a wrong configuration fails each call, and its button leads to the file'] = () => {
  var file = tempname() .. '.toml'
  writefile(['limits.batch = 0'], file)
  support.Started('--config', file)
  var failure = support.Ended('getState').failure
  assert_equal('sourceMisconfigured', failure.kind)
  assert_match('limits.batch', failure.message)
  assert_equal(['cancel', 'openSettings'], mapnew(failure.recoveryOptions, (_, each) => each.id))
  assert_equal([file, 'limits.batch'], [failure.recoveryOptions[1].path, failure.recoveryOptions[1].key])
  feedkeys(":StatusdRecover\<CR>2\<CR>", 'xt')
  assert_equal([file, 1, 8], [expand('%:p'), line('.'), col('.')])
  close
  writefile(['limits.batch = 1'], file)
  support.Eventually(() => empty(support.Ended('getState').failure))
}

tests['a daemon that waits for its reader is read while calls are written'] = () => {
  var file = tempname() .. '.toml'
  writefile(['limits.outputBytes = 4096'], file)
  support.Started('--config', file)
  var answered = 0
  for _ in range(2000)
    statusd#Call('getHelp', {anchor: 'offline'}, (failure, _) => {
      answered += empty(failure) ? 1 : 0
    })
  endfor
  support.Eventually(() => answered == 2000)
}

tests['a failed fetch says what failed, and recovers'] = () => {
  var file = tempname()
  support.Started('--menu', 'file:' .. file)
  var failure = support.Ended('fetchMenu').failure
  assert_equal(['fileNotFound', 'The file does not exist'], [failure.kind, failure.title])
  writefile(['[]'], file)
  var recovered: list<any> = []
  statusd#RecoverFrom(failure, 'tryAgain', (_, result) => {
    recovered->add(result.recovered)
  })
  support.Eventually(() => !empty(recovered))
  assert_equal([true], recovered)
}

tests['SIGKILL in the middle of calls fails all of them at once, and the next call has another daemon'] = () => {
  support.Started('--state', 'command:sleep 5', '--log-level', 'info')
  for _ in range(10)
    support.Begin('refresh')
  endfor
  support.Ended('getState')
  var began = reltime()
  support.Kill()
  support.Eventually(() => len(support.outcomes) == 11)
  assert_true(reltimefloat(reltime(began)) < support.Promised(1.0), 'it took more than a second')
  for outcome in support.outcomes[1 :]
    assert_equal('daemonEnded', outcome.failure.kind)
    assert_match('^statusd was ended by SIGKILL\.', outcome.failure.message)
  endfor
  assert_equal('idle', support.Ended('getState').result.status)
}

tests['a call right behind the death has another daemon, and those before it fail'] = () => {
  support.Started('--state', 'command:sleep 5')
  support.Ended('getState')
  support.Begin('refresh')
  var dying = job_info()->filter((_, each) => job_status(each) == 'run')
  assert_equal(1, len(dying))
  var process = job_info(dying[0]).process
  system($'kill -9 {process}')
  # The death is seen here, before Vim has called any callback of it. A process can be waited for when its other
  # threads have gone too: until then it counts as one that runs.
  while readfile($'/proc/{process}/stat')[0] !~ ') Z ' || len(readdir($'/proc/{process}/task')) > 1
  endwhile
  support.Begin('getState')
  support.Eventually(() => len(support.outcomes) == 3)
  # The new daemon may respond before the end of the old one is seen.
  var [failed, answered] = support.outcomes[1 :]->sort((_, each) => empty(each.failure) ? -1 : 1)
  assert_equal('daemonEnded', failed.failure.kind)
  assert_equal('idle', answered.result.status)
  assert_equal('idle', support.Ended('getState').result.status)
}

tests['a callback that fails holds up no other one'] = () => {
  support.Started('--state', 'command:sleep 5')
  support.Ended('getState')
  statusd#Call('refresh', {}, (_, _) => {
    throw 'a mistake of the caller'
  })
  support.Begin('refresh')
  support.Kill()
  support.Eventually(() => len(support.outcomes) == 2)
  assert_equal('daemonEnded', support.outcomes[1].failure.kind)
  support.UntilMessage('a mistake of the caller')
  v:errmsg = ''
}

tests['a member of a value that has none is empty in the status line'] = () => {
  for value in ['[1]', '5', '"hot"', 'null', 'true', '{"celsius": null}']
    var file = tempname()
    writefile([value], file)
    support.Started('--resource', 'temp=file:' .. file)
    support.Ended('refresh', {resource: 'temp'})
    var expected = value =~ 'celsius' ? 'null' : ''
    assert_equal(expected, statusd#Status('temp', 'celsius'), value)
    statusd#Close()
  endfor
}

tests['StatusdRefresh fetches and says so, and the status line shows it'] = () => {
  assert_equal('', statusd#Status('menu'))
  execute 'StatusdRefresh menu'
  support.UntilMessage('menu is loaded')
  assert_match("^{'sections': [[]{", statusd#Status('menu'))
  assert_match('^[[]{', statusd#Status('menu', 'sections'))
  var file = tempname()
  writefile(['{"celsius": 21.5}'], file)
  support.Started('--menu', ABSENT, '--resource', 'temp=file:' .. file)
  statusd#Close()
  assert_equal('', statusd#Status('menu'))
  execute 'StatusdRefresh temp'
  support.UntilMessage('temp is loaded')
  assert_equal('21.5', statusd#Status('temp', 'celsius'))
  execute 'StatusdRefresh menu'
  support.UntilMessage('The file does not exist. There is nothing at this path.')
  assert_equal('The file does not exist', statusd#Status('menu'))
}

tests['StatusdAutoPoll switches the polling'] = () => {
  execute 'StatusdAutoPoll on menu'
  # Requests take effect in their order.
  assert_equal(true, support.Ended('getState', {resource: 'menu'}).result.autoPolling.enabled)
  execute 'StatusdAutoPoll off menu'
  assert_equal(false, support.Ended('getState', {resource: 'menu'}).result.autoPolling.enabled)
  assert_fails('StatusdAutoPoll maybe', 'takes on or off')
}

tests['StatusdMenu shows the menu in groups, and r tries again'] = () => {
  var file = tempname()
  support.Started('--menu', 'file:' .. file)
  execute 'StatusdMenu'
  support.UntilText('^The file does not exist\nThere is nothing at this path')
  writefile(['[{"name": "Penne", "category": "pastas", "spicy": true, "price": 10.5}]'], file)
  feedkeys('r', 'xt')
  support.UntilText('^pastas\n  Penne (spicy) \+10\.50')
  assert_false(&modifiable)
  feedkeys('q', 'xt')
  assert_equal(1, winnr('$'))
}

tests['StatusdRecover offers what the daemon can do, and does it'] = () => {
  execute 'StatusdRecover'
  support.UntilMessage('There is no failure')
  messages clear
  var file = tempname()
  support.Started('--menu', 'file:' .. file)
  support.Ended('fetchMenu')
  writefile(['[]'], file)
  feedkeys(":StatusdRecover\<CR>2\<CR>", 'xt')
  support.Eventually(() => statusd#Status('menu', 'sections') == '[]')
  execute 'StatusdRecover'
  support.UntilMessage('There is no failure')
  assert_equal(false, support.Ended('getState', {resource: 'menu'}).result.autoPolling.enabled)
}

tests['arguments are completed'] = () => {
  assert_equal(['menu', 'state'], getcompletion('StatusdRefresh ', 'cmdline'))
  assert_equal(['on', 'off'], getcompletion('StatusdAutoPoll ', 'cmdline'))
  assert_equal(['menu'], getcompletion('StatusdAutoPoll on m', 'cmdline'))
}

tests['the first command of the README has five lines at most, and works'] = () => {
  var lines = readfile(fnamemodify(support.HERE, ':h') .. '/README.md')
  var first = index(lines, '```vim') + 1
  var code = lines[first : index(lines, '```', first) - 1]
  assert_true(len(code) <= 5, string(code))
  var script = tempname()
  writefile(code, script)
  execute 'source' script
  execute 'Menu'
  support.UntilMessage('starters')
  delcommand Menu
}

runner.Play(extend(tests, strangers.tests), () => {
  support.outcomes = []
  support.Started()
}, statusd#Close)
