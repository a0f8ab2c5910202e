vim9script
# Programs that are not statusd, and what one that is may say.

import './support.vim'

export var tests: dict<func()> = {}

tests['what is of no call, or new, is passed over'] = () => {
  var news = ['{"id":99,"result":1}', '{"id":"a","result":1}', '{"method":"moodChanged","params":{}}',
    '[{"id":98,"result":1}]']
  var script = $"printf '%s\\n' {join(mapnew(news, (_, line) => shellescape(line)))}; exec {support.BINARY}"
  g:statusd_command = ['sh', '-c', script]
  assert_equal('loaded', support.Ended('fetchMenu').result.status)
}

# What each program is, and what is said of it.
const STRANGERS = {
  'cat': ['notStatusd', '^It wrote what statusd never does: {.*"method":"initialize".* The program is cat\.$'],
  'yes': ['notStatusd', '^It wrote no message of its protocol: y\. The program is yes\.$'],
  'sleep 1000': ['notStatusd', '^There was no response to initialize within 0\.2 s\. The program is sleep\.$'],
  'true': ['daemonEnded', '^statusd ended with status 0\.$'],
}
for [command, expected] in items(STRANGERS)
  tests[$'the program {command} is told apart from statusd'] = () => {
    g:statusd_command = split(command)
    g:statusd_start_timeout = command =~ 'sleep' ? 0.2 : support.DEADLINE
    var failure = support.Ended('getState').failure
    unlet g:statusd_start_timeout
    assert_equal(expected[0], failure.kind)
    assert_match(expected[1], failure.message)
    support.Started()
    assert_equal('idle', support.Ended('getState').result.status)
  }
endfor

tests['another server, or another version, is refused'] = () => {
  for [name, version] in [['moodd', '1'], ['statusd', '2']]
    support.Peer("read()", {serverInfo: {name: name}, protocolVersion: version})
    var failure = support.Ended('getState').failure
    assert_equal('notStatusd', failure.kind)
    assert_match($'protocol 1 of statusd: {name} has {version}\.', failure.message)
  endfor
}

tests['a program that has said nothing is ended at once'] = () => {
  g:statusd_command = ['sh', '-c', 'trap "" TERM; while :; do sleep 1; done']
  support.Begin('getState')
  var began = reltime()
  statusd#Close()
  assert_true(reltimefloat(reltime(began)) < support.Promised(2.0), 'it took more than two seconds')
  assert_equal('daemonEnded', support.outcomes[0].failure.kind)
}

tests['an error that is null stands for none, and an array of responses for each of them'] = () => {
  var failed = "{'id': one, 'result': None, 'error': {'data': {'kind': 'new'}}}"
  support.Peer($"one, two = read(), read()\nsay([\{'error': None, 'result': 2, 'id': two\}, {failed}])\nread()")
  support.Begin('getState')
  support.Begin('getState')
  support.Eventually(() => len(support.outcomes) == 2)
  assert_equal([{failure: {}, result: 2}, {failure: {kind: 'new'}, result: v:null}], support.outcomes)
}

tests['an error without an id is for every call that waits'] = () => {
  support.Peer("read(), read()\nsay({'id': None, 'error': {'data': {'kind': 'invalidRequest'}}})\nread()")
  support.Begin('getState')
  support.Begin('getState')
  support.Eventually(() => len(support.outcomes) == 2)
  assert_equal(['invalidRequest', 'invalidRequest'], mapnew(support.outcomes, (_, each) => each.failure.kind))
}

tests['the last words of a daemon that does not start are in the failure'] = () => {
  support.Started('--strict', '--config', '/proc/nonexistent/statusd.toml')
  var failure = support.Ended('getState').failure
  assert_equal('daemonEnded', failure.kind)
  assert_match('^statusd ended with status [1-9]\d*\.\n.*nonexistent', failure.message)
}

tests['a program that is missing is named'] = () => {
  g:statusd_command = '/proc/no/such/statusd'
  var failure = support.Ended('getState').failure
  var advice = 'Install it with `pip install statusd`, or name it in $STATUSD.'
  assert_equal('programNotFound', failure.kind)
  assert_equal($'/proc/no/such/statusd cannot be started. {advice}', failure.message)
  $STATUSD = '/proc/no/other/statusd'
  failure = support.Ended('getState').failure
  assert_equal('/proc/no/other/statusd cannot be started. $STATUSD names it.', failure.message)
  $STATUSD = support.BINARY
  assert_equal('idle', support.Ended('getState').result.status)
  $STATUSD = ''
}
