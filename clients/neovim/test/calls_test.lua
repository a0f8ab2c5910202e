--- Requests find their responses, failures say what can be done, and time-outs cancel.

local Lines = require('statusd.lines')
local catalogue = require('statusd.catalogue')
local expect = require('support.expect')
local running = require('support.running')

--- A source that never gives anything.
local SLOW = running.silence()

test('lines come in pieces of any size', function()
  local lines = Lines.new()
  expect.equal(lines:feed('{"a"'), {})
  expect.equal(lines:feed(':1}\n\n{"b":'), { '{"a":1}', '' })
  expect.equal(lines:feed('2}'), {})
  expect.equal(lines:feed('\n'), { '{"b":2}' })
end)

test('a line that does not end is refused', function()
  local lines = Lines.new(10)
  expect.equal({ lines:feed('1234567890') }, { {} })
  expect.equal({ lines:feed('\n12345\n67890') }, { { '1234567890', '12345' } })
  expect.equal({ lines:feed('123456') }, { {}, 'It wrote a message of more than 10 bytes' })
  expect.equal({ lines:feed('1\n1\n') }, { {} })
end)

test('a call gives its result', function()
  running.running({}, function(client)
    local failure, menu = client:call_sync('fetchMenu')
    expect.equal(failure, nil)
    expect.equal({ menu.status, menu.value.sections[1].category }, { 'loaded', 'starters' })
    expect.equal(client.server.serverInfo.name, 'statusd')
  end)
end)

test('a thousand calls are all answered and matched', function()
  running.running({}, function(client)
    local outcomes = {}
    for number = 1, 1000 do
      local anchor = number % 2 == 0 and 'offline' or 'notfound'
      outcomes[number] = running.begin(client, 'getHelp', { anchor = anchor })
    end
    for number, outcome in ipairs(outcomes) do
      local failure, help = running.ended(outcome)
      expect.equal({ failure, help.anchor }, { nil, number % 2 == 0 and 'offline' or 'notfound' })
    end
  end)
end)

test('an empty table of params is an empty object', function()
  running.running({}, function(client, recorder)
    local tapped
    client.connection.options.tap = function(direction, text)
      tapped = direction == 'in' and text or tapped
      recorder.tap(direction, text)
    end
    expect.equal(client:call_sync('getState', {}), nil)
    expect.match(tapped, '"params":{}')
  end)
end)

test('a result that is null is a result', function()
  running.running({}, function(client)
    local failure, result = client:call_sync('shutdown')
    expect.equal({ failure, result }, { nil, vim.NIL })
  end)
end)

test('values of any size and any letters come through', function()
  local value = { text = ('ä\n"/€'):rep(200000) }
  running.with_file(value, function(path)
    running.running({ '--resource', 'large=file:' .. path }, function(client)
      local failure, snapshot = client:call_sync('refresh', { resource = 'large' })
      expect.equal(failure, nil)
      expect.ok(snapshot.value.text == value.text, 'the text is another')
    end)
  end)
end)

test('a failed fetch says what failed and what can be done, and recovers', function()
  running.with_file({}, function(path)
    vim.fn.delete(path)
    running.running({ '--menu', 'file:' .. path }, function(client)
      local failure = client:call_sync('fetchMenu')
      expect.equal({ failure.kind, failure.code }, { catalogue.kinds.fileNotFound, 1600 })
      expect.match(tostring(failure), '^The file does not exist%. .*Check the path, then try again%.$')
      expect.equal(failure:option('tryAgain').title, 'Try Again')
      expect.equal(failure:option('freeSpace'), nil)

      local again = running.begin(client, 'stats')
      failure:recover('tryAgain', function(fresh)
        again.fresh = fresh
      end)
      running.eventually(function()
        return again.fresh
      end)
      expect.equal(again.fresh.data.previousFailureId, failure.id)

      vim.fn.writefile({ '[]' }, path)
      local result
      again.fresh:recover(nil, function(_, recovered)
        result = recovered
      end)
      running.eventually(function()
        return result
      end)
      expect.equal({ result.recovered, result.result.status }, { true, 'loaded' })
    end)
  end)
end)

test('the failure of a snapshot can recover too', function()
  running.running({ '--menu', 'file:/proc/nonexistent/menu.json' }, function(client)
    client:call_sync('fetchMenu')
    local _, snapshot = client:call_sync('getState', { resource = 'menu' })
    local result
    client:failure(snapshot.failure):recover('cancel', function(_, recovered)
      result = recovered
    end)
    running.eventually(function()
      return result
    end)
    expect.equal({ result.optionId, result.recovered }, { 'cancel', false })
  end)
end)

test('a time-out ends the call at once and cancels it', function()
  running.running({ '--state', SLOW }, function(client, recorder)
    local failure = client:call_sync('refresh', nil, { timeout = 0.05 })
    expect.equal({ failure.kind, failure.method, failure.seconds }, { 'callTimedOut', 'refresh', 0.05 })
    expect.equal(running.methods(recorder), { 'refresh', '$/cancelRequest' })
    local _, stats = client:call_sync('stats')
    expect.equal(stats.requests.inFlight, 0)
  end)
end)

test('the time-out of the client is that of every call without one', function()
  running.running({ '--state', SLOW }, function(client)
    expect.equal(client:call_sync('refresh').kind, 'callTimedOut')
    expect.equal(client:call_sync('getState', nil, { timeout = running.DEADLINE }), nil)
  end, { timeout = 0.05 })
end)

test('a call that is cancelled gets its response', function()
  running.running({ '--state', SLOW }, function(client)
    local outcome = running.begin(client, 'refresh')
    outcome.cancel()
    expect.equal(running.ended(outcome).kind, catalogue.kinds.requestCancelled)
    outcome.cancel()
  end)
end)

test('an error in a callback is shown and holds nothing up', function()
  running.running({}, function(client)
    local notify, shown = vim.notify, nil
    vim.notify = function(message)
      shown = message
    end
    client:call('getState', nil, function()
      error('from the callback')
    end)
    expect.equal(client:call_sync('getState'), nil)
    running.eventually(function()
      return shown
    end)
    vim.notify = notify
    expect.match(shown, 'from the callback')
  end)
end)

test('listeners get every notification until they stop', function()
  running.running({}, function(client)
    local seen = {}
    local stop = client:listen(function(method, params)
      table.insert(seen, { method, params.status })
    end)
    client:call_sync('refresh')
    expect.equal(seen, { { 'stateChanged', 'loading' }, { 'stateChanged', 'loaded' } })
    stop()
    client:call_sync('refresh', { resource = 'menu' })
    expect.equal(#seen, 2)
  end)
end)

test('places come until the subscription stops', function()
  local args = { '--clock', 'manual', '--seed', '1' }
  running.running(args, function(client, recorder)
    local places = {}
    local locations = client:subscribe_location({ min_distance = 1 }, function(_, location)
      table.insert(places, location.status)
    end)
    client:call_sync('advanceClock', { seconds = 30 })
    expect.equal({ places[1], places[2] }, { 'loaded', 'loaded' })
    expect.ok(#places >= 3, 'no place but the first')
    local count = #places
    locations:stop()
    locations:stop()
    client:call_sync('advanceClock', { seconds = 30 })
    expect.equal(#places, count)
    expect.equal(running.methods(recorder),
      { 'subscribeLocation', 'advanceClock', 'unsubscribeLocation', 'advanceClock' })
  end)
end)

test('a name that the catalogue does not have is an error', function()
  expect.equal({ catalogue.kinds.offline, catalogue.options.tryAgain }, { 'offline', 'tryAgain' })
  local _, problem = pcall(function()
    return catalogue.kinds.ofline
  end)
  expect.match(problem, 'no kind of failure is called ofline')
end)
