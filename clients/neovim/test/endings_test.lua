--- The daemon ends, however it may: every call says so, and a client that restarts goes on.

local Client = require('statusd.client')
local Limit = require('statusd.restarts').Limit
local expect = require('support.expect')
local running = require('support.running')
local system = require('statusd.system')

local SLOW = running.silence()
local MANUAL = { '--clock', 'manual', '--seed', '1' }

test('SIGKILL in the middle of calls fails all of them at once, with the reason', function()
  running.running({ '--state', SLOW, '--log-level', 'info' }, function(client)
    local outcomes = {}
    for number = 1, 100 do
      outcomes[number] = running.begin(client, 'refresh')
    end
    client:call_sync('getState')
    local began = system.uv.hrtime()
    system.uv.kill(client.connection.process.pid, 'sigkill')
    for _, outcome in ipairs(outcomes) do
      local failure = running.ended(outcome)
      expect.equal({ failure.kind, failure.signal, failure.status }, { 'daemonEnded', 'SIGKILL', nil })
      expect.match(failure.message, '^statusd was ended by SIGKILL%.')
    end
    -- The promise, whatever the machine does meanwhile.
    expect.ok(system.uv.hrtime() - began < 1e9, 'it took more than a second')
    expect.equal(client:call_sync('getState').kind, 'daemonEnded')
    expect.equal(client:is_running(), false)
  end)
end)

test('what was written last is read, and the last lines of stderr are in the failure', function()
  local script = [[printf '{"jsonrpc":"2.0","id":2,"result":{"last":"'; head -c 1000000 /dev/zero | tr '\0' x
    echo '"}}'; echo a >&2; echo b >&2; exit 3]]
  local client = running.impostor(script, nil, true)
  local answered, lost = running.begin(client, 'a'), running.begin(client, 'b')
  local _, result = running.ended(answered)
  expect.equal(#result.last, 1000000)
  local failure = running.ended(lost)
  expect.equal({ failure.status, failure.stderr }, { 3, { 'a', 'b' } })
  expect.equal(failure.message, 'statusd ended with status 3.\na\nb')
  expect.equal(failure:option('tryAgain'), nil)
  local same
  failure:recover('tryAgain', function(again)
    same = again
  end)
  expect.equal(same, failure)
  client:close()
end)

test('what nobody reads yet is not taken from the daemon', function()
  local script = [[printf '{"jsonrpc":"2.0","id":2,"result":"'; head -c 8000000 /dev/zero | tr '\0' x; echo '"}']]
  local client = running.impostor(script, nil, true)
  local outcome = running.begin(client, 'a')
  local process = client.connection.process
  running.eventually(function()
    return client.server
  end)
  -- Pieces arrive, and nothing of the main loop is done, as while a person looks at a prompt.
  local limit = 1024 * 1024
  vim.wait(running.DEADLINE * 1000, function()
    return process.unread[process.stdout] > limit
  end, 5, true)
  expect.equal(process.stdout:is_active(), false)
  local _, result = running.ended(outcome)
  expect.equal(#result, 8000000)
  client:close()
end)

test('a child that holds the output open does not hold up the end', function()
  local client = running.impostor('sleep 600 & echo $! >&2; exit 4', nil, true)
  local failure = client:call_sync('a')
  system.uv.kill(tonumber(failure.stderr[1]), 'sigkill')
  expect.equal(failure.status, 4)
  client:close()
end)

test('an error that cannot be read fails its own call, and an array has a response for each', function()
  local script = [[echo ''; echo '[{"id":3,"result":3,"later":1},{"id":2,"error":{"code":1}}]'; exec sleep 600]]
  local client = running.impostor(script, { grace = 0 }, true)
  local one, other = running.begin(client, 'a'), running.begin(client, 'b')
  expect.equal({ running.ended(one).kind, (select(2, running.ended(other))) }, { 'notStatusd', 3 })
  expect.equal(client:is_running(), true)
  client:close()
end)

test('a response without an id is for every call that waits', function()
  local script = [[echo '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"m","data":]]
    .. [[{"kind":"invalidRequest"}}}'; exec sleep 600]]
  local client = running.impostor(script, { grace = 0 }, true)
  local one, other = running.begin(client, 'a'), running.begin(client, 'b')
  expect.equal({ running.ended(one).kind, running.ended(other).kind }, { 'invalidRequest', 'invalidRequest' })
  client:close()
end)

for name, script in pairs({
  echoes = 'exec cat',
  ['writes nonsense'] = 'while echo y; do :; done',
  ['writes a number'] = 'echo 1; exec cat >/dev/null',
  ['writes without end'] = "exec tr '\\0' x </dev/zero",
  ['gives a result and an error'] = [[echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1",]]
    .. [["serverInfo":{"name":"statusd"}},"error":{"code":1,"message":"m","data":{}}}'; exec cat >/dev/null]],
  ['is another server'] = [[echo '{"jsonrpc":"2.0","id":1,"result":{}}'; exec cat >/dev/null]],
  ['fails in another way'] = [[echo '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}'; exec cat >/dev/null]],
  ['speaks another version'] = [[echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2",]]
    .. [["serverInfo":{"name":"statusd"}}}'; exec cat >/dev/null]],
}) do
  test('a program that ' .. name .. ' is refused', function()
    local client = running.impostor(script)
    expect.equal(client:call_sync('getState').kind, 'notStatusd')
    expect.equal(client:is_running(), false)
    client:close()
  end)
end

test('a program that says nothing is refused in time', function()
  local client = running.impostor('exec cat >/dev/null', { start_timeout = 0.05 })
  local failure = client:call_sync('getState')
  expect.equal(failure.kind, 'notStatusd')
  expect.match(failure.message, 'no response to initialize within 0.05 s')
  client:close()
end)

test('the program is the one that is named, or $STATUSD, or on the PATH', function()
  local client = Client.start({ cmd = '/proc/no/such/statusd' })
  local failure = client:call_sync('getState')
  expect.equal({ failure.kind, failure.program }, { 'programNotFound', '/proc/no/such/statusd' })
  expect.match(failure.message, 'Install it with `pip install statusd`, or name it in %$STATUSD%.$')
  client:close()
  vim.env.STATUSD = '/proc/no/other/statusd'
  expect.equal(Client.command({ args = { '--seed', '1' } }), { '/proc/no/other/statusd', '--seed', '1' })
  expect.equal(Client.command({ cmd = { 'a', 'b' }, args = { 'c' } }), { 'a', 'b', 'c' })
  client = Client.start()
  expect.match(client:call_sync('getState').message, '^/proc/no/other/statusd cannot .* %$STATUSD names it%.$')
  client:close()
  for _, empty in ipairs({ '', nil }) do
    vim.env.STATUSD = empty
    expect.equal(Client.command({}), { 'statusd' })
  end
end)

test('the process has the variables and the folder that were given', function()
  local script = [[test "$STATUSD_TEST" = here && test "$PWD" = / && test -n "$PATH" || exit 5; exit 6]]
  local client = running.impostor(script, { env = { STATUSD_TEST = 'here' }, cwd = '/' })
  expect.equal(client:call_sync('getState').status, 6)
end)

-- The end on purpose

test('closing lets the daemon respond to what it has read', function()
  running.running({ '--resource', 'slow=command:sh -c "sleep 0.2; echo 1"' }, function(client)
    local outcome = running.begin(client, 'refresh', { resource = 'slow' })
    client:close()
    expect.equal({ outcome.failure, outcome.result.value }, { nil, 1 })
    expect.equal({ client:ending().status, client:is_running() }, { 0, false })
  end)
end)

test('closing that cancels ends at once', function()
  running.running({ '--state', SLOW }, function(client)
    client:call_sync('getState')
    local outcome = running.begin(client, 'refresh')
    client:close({ cancels = true })
    expect.equal(outcome.failure.kind, 'requestCancelled')
    expect.equal(client:ending().status, 0)
  end)
end)

test('a daemon that does not end is made to', function()
  local ready = vim.fn.tempname()
  local script = ("trap '' TERM; : >'%s'; while :; do sleep 0.05; done"):format(ready)
  local client = running.impostor(script, { grace = 0.05 }, true)
  running.begin(client, 'getState') -- The script follows the second line, and before its trap it ends as others do.
  running.eventually(function() return vim.fn.filereadable(ready) == 1 end, 'the trap')
  client:close()
  expect.equal(client:ending().signal, 'SIGKILL')
end)

-- Restarts

test('a restarted client is subscribed and polls again, and its next call shows the current state', function()
  running.running(vim.list_extend({ '--menu', 'demo' }, MANUAL), function(client)
    client:call_sync('setAutoPolling', { enabled = true, interval = 3600, resource = 'menu' })
    local places, methods = {}, {}
    client:subscribe_location(nil, function(_, location)
      table.insert(places, location.status)
    end)
    client:listen(function(method)
      table.insert(methods, method)
    end)
    client:call_sync('getState')
    local before = client.connection.process.pid
    running.killed(client)
    expect.ok(client.connection.process.pid ~= before)
    local _, snapshot = client:call_sync('getState', { resource = 'menu' })
    expect.equal({ snapshot.autoPolling.enabled, snapshot.autoPolling.interval }, { true, 3600 })
    expect.ok(vim.tbl_contains(methods, '$/ended') and vim.tbl_contains(methods, '$/restarted'), vim.inspect(methods))
    local count = #places
    client:call_sync('advanceClock', { seconds = 60 })
    expect.ok(#places > count, 'there were no places after the restart')
  end, { restart = true })
end)

test('each instance is polled again as it was switched', function()
  running.running({ '--resource', 'build=file:/proc/nonexistent/{branch}.json' }, function(client)
    local switched = { main = { true, 3600 }, next = { false, 7 } }
    local function about(branch, further)
      return vim.tbl_extend('error', { resource = 'build', arguments = { branch = branch } }, further or {})
    end
    for branch, each in pairs(switched) do
      client:call_sync('setAutoPolling', about(branch, { enabled = each[1], interval = each[2] }))
    end
    running.killed(client)
    for branch, each in pairs(switched) do
      local _, snapshot = client:call_sync('getState', about(branch))
      expect.equal({ snapshot.autoPolling.enabled, snapshot.autoPolling.interval }, each)
    end
  end, { restart = true })
end)

test('a call at the death fails, and one behind it goes to the next daemon', function()
  running.running({ '--state', SLOW }, function(client)
    local outcome = running.begin(client, 'refresh')
    client:call_sync('getState')
    system.uv.kill(client.connection.process.pid, 'sigkill')
    expect.equal(running.ended(outcome).kind, 'daemonEnded')
    local _, snapshot = client:call_sync('getState')
    expect.equal(snapshot.status, 'idle')
  end, { restart = true })
end)

test('who calls again in the callback of a call that failed has the daemon that is started again', function()
  running.running({ '--state', SLOW }, function(client)
    local again
    client:call('refresh', nil, function()
      again = running.begin(client, 'getState')
    end)
    client:call_sync('getState')
    system.uv.kill(client.connection.process.pid, 'sigkill')
    running.eventually(function()
      return again
    end)
    local failure, snapshot = running.ended(again)
    expect.equal({ failure, snapshot and snapshot.status }, { nil, 'idle' })
    expect.ok(client:is_running())
  end, { restart = true })
end)

test('a daemon that dies too often is given up', function()
  running.running({}, function(client)
    client:call_sync('getState')
    running.killed(client)
    running.killed(client)
    local last
    client:listen(function(method, params)
      last = method == '$/ended' and params or last
    end)
    system.uv.kill(client.connection.process.pid, 'sigkill')
    running.eventually(function()
      return last
    end)
    expect.equal({ last.is_final, last.failure.kind }, { true, 'daemonEnded' })
    expect.equal(client:call_sync('getState').signal, 'SIGKILL')
  end, { restart = { count = 2, seconds = running.DEADLINE } })
end)

test('a daemon that cannot start again is given up', function()
  running.with_file({}, function(path)
    vim.fn.writefile({ '' }, path)
    local config = path .. '.toml'
    vim.fn.rename(path, config)
    running.running({ '--strict', '--config', config }, function(client)
      client:call_sync('getState')
      vim.fn.delete(config)
      local endings = {}
      client:listen(function(method, params)
        table.insert(endings, method == '$/ended' and { params.is_final, params.failure.status or 0 } or nil)
      end)
      system.uv.kill(client.connection.process.pid, 'sigkill')
      running.eventually(function()
        return #endings == 5
      end)
      expect.equal(endings[1], { false, 0 })
      expect.equal(endings[5][1], true)
      expect.ok(endings[5][2] > 0, 'it should have ended with a status')
    end, { restart = true })
  end)
end)

test('the limit is four in three minutes', function()
  local limit = Limit.new()
  local function allowed(times)
    return vim.tbl_map(function(now)
      return limit:allows(now)
    end, times)
  end
  expect.equal(allowed({ 0, 10, 20, 30 }), { true, true, true, true })
  expect.equal(allowed({ 179.9, 180, 189.9, 190 }), { false, true, false, true })
end)
