--- A screen as it is held: changes are merged, it grows old with its daemon, and is opened again by the next.

local expect = require('support.expect')
local running = require('support.running')

local PLAYED = { '--scenario', 'demo', '--clock', 'manual', '--seed', '1' }

--- An open screen for the length of `body(screen, client, changes)`. `steps`: what the fetches of the menu give.
local function with_screen(params, body, options, steps)
  running.running(PLAYED, function(client)
    local changes = {}
    if steps then
      client:call_sync('playScenario', { scenario = { resources = { menu = { steps = steps } } } })
    end
    local screen = client:screen(params, { on_change = function(each)
      table.insert(changes, each.parts.menu and each.parts.menu.phase or 'none')
    end })
    running.eventually(function()
      return screen:is_open()
    end, 'an open screen')
    body(screen, client, changes)
  end, options)
end

local MENU = { menu = {} }
local BOTH = { menu = {}, state = {} }

local function press(screen, button, params)
  local outcome = {}
  screen:press(button, params, function(failure, result)
    outcome.is_over, outcome.failure, outcome.result = true, failure, result
  end)
  local failure, result = running.ended(outcome)
  expect.equal(failure, nil)
  return result
end

test('a screen follows its daemon, member by member, and null is nil', function()
  with_screen({ parts = MENU }, function(screen, client, changes)
    local menu = screen.parts.menu
    expect.equal({ menu.phase, menu.content, menu.failure, menu.polling.next, screen.location, screen.alert },
      { 'blank' })
    expect.equal(press(screen, 'refresh', { part = 'menu' }), { pressed = true })
    expect.equal({ menu.phase, menu.spinner, menu.attempt }, { 'loading', true, { number = 1, of = 3 } })
    client:call_sync('advanceClock', { seconds = 1 })
    expect.equal({ menu.phase, menu.spinner, menu.attempt, menu.age }, { 'content', false, nil, 'just now' })
    expect.equal(menu.content.sections[1].category, 'starters')
    expect.equal(changes, { 'blank', 'loading', 'content' })
    expect.equal(press(screen, 'stop', { part = 'menu' }), { pressed = false })
  end)
end)

test('null within a value stays, and a part may be called as a member is', function()
  running.with_file({ vim.NIL, { content = vim.NIL } }, function(path)
    running.running({ '--resource', 'content=file:' .. path }, function(client)
      local screen = client:screen({ parts = { content = {} }, fetch = 'missing' })
      running.eventually(function()
        return screen.parts.content and screen.parts.content.phase == 'content'
      end)
      expect.equal(screen.parts.content.content.value, { vim.NIL, { content = vim.NIL } })
      expect.equal(screen.parts.content.failure, nil)
    end)
  end)
end)

test('a failure over a value is an alert, whose options can be pressed', function()
  local steps = { { ['then'] = 'ok', value = {} }, { ['then'] = 'notFound' } }
  with_screen({ parts = MENU, fetch = 'missing' }, function(screen, client)
    client:call_sync('advanceClock', { seconds = 1 })
    press(screen, 'refresh', { part = 'menu' })
    client:call_sync('advanceClock', { seconds = 1 })
    local alert = screen.alert
    expect.equal({ screen.parts.menu.phase, screen.parts.menu.failure, alert.kind }, { 'stale', nil, 'notFound' })
    expect.equal(press(screen, 'option', { failureId = alert.failureId, optionId = 'cancel' }).pressed, true)
    expect.equal(screen.alert, nil)
  end, {}, steps)
end)

test('a screen grows old with its daemon', function()
  with_screen({ parts = BOTH, location = true }, function(screen, client)
    press(screen, 'polling', { part = 'menu', on = true })
    press(screen, 'startLocation')
    client:call_sync('advanceClock', { seconds = 1 })
    expect.equal({ screen.parts.menu.phase, screen.location.phase }, { 'content', 'content' })
    client.connection:notify('exit')
    running.eventually(function()
      return not screen:is_open()
    end)
    local menu = screen.parts.menu
    expect.equal({ menu.phase, screen.parts.state.phase, screen.location.phase }, { 'stale', 'blank', 'stale' })
    expect.equal({ menu.spinner, menu.refresh.enabled, menu.stop.enabled, menu.polling.enabled, menu.polling.next },
      { false, false, false, false, nil })
    expect.equal(press(screen, 'refresh', { part = 'menu' }), { pressed = false })
  end)
end)

test('a screen is opened again, with what was switched on it', function()
  with_screen({ parts = BOTH, location = true }, function(screen, client)
    press(screen, 'polling', { part = 'menu', on = true })
    press(screen, 'startLocation')
    running.killed(client)
    running.eventually(function()
      return screen:is_open() and screen.parts.menu.polling.on and screen.location.on
    end)
    client:call_sync('advanceClock', { seconds = 1 })
    expect.equal({ screen.parts.menu.phase, screen.parts.state.polling.on, screen.location.phase },
      { 'content', false, 'content' })
  end, { restart = true })
end)

test('a screen that is closed changes no more, and one that cannot be opened says why', function()
  with_screen({ parts = MENU, fetch = 'missing' }, function(screen, client, changes)
    screen:close()
    client:call_sync('advanceClock', { seconds = 1 })
    expect.equal(changes, { 'loading' })
    local never = client:screen({ parts = MENU })
    never:close()
    local other = client:screen({ parts = { temp = {} } })
    running.eventually(function()
      return other.failure
    end)
    expect.equal({ other.failure.kind, other:is_open(), never:is_open() }, { 'invalidParams', false, false })
  end)
end)
