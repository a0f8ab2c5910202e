--- The screen: what to draw. What there is not is nil, so that equal screens look the same.

local fleet = require('statusd.presenter.fleet')
local parts = require('statusd.presenter.parts')
local words = require('statusd.presenter.words')

--- The map of each value of shape `fleet`, as long as the value is kept: a screen is drawn every second.
local maps = setmetatable({}, { __mode = 'k' })

local function content(shape, value)
  if shape == 'fleet' then
    maps[value] = maps[value] or fleet.map_items(value)
    return { items = maps[value] }
  elseif shape == 'menu' then
    return { sections = value.sections, isEmpty = #value.sections == 0 }
  end
  return { value = value }
end

local function value_phase(is_old)
  return is_old and 'stale' or 'content'
end

local function empty_phase(loads, failure)
  if loads then
    return 'loading'
  end
  return failure and 'error' or 'blank'
end

--- A failure with its buttons, for an alert or in the place of a value.
local function failure_box(model, failure, now)
  if not failure then
    return nil
  end
  local running = model:running(failure.failureId)
  local box = {
    failureId = failure.failureId,
    resource = failure.resource,
    arguments = failure.arguments,
    title = failure.title,
    message = failure.message,
    countdown = words.countdown(failure.occurredAt, failure.retry.after, now),
    buttons = {},
  }
  for _, option in ipairs(failure.recoveryOptions) do
    table.insert(box.buttons, {
      id = option.id,
      title = option.title,
      role = option.role,
      enabled = model:is_enabled(failure.failureId, option.id),
      running = running[option.id] == true,
    })
  end
  return box
end

local function polling_switch(model, name, latest, now)
  local known = latest and latest.autoPolling
  if not known then
    return nil
  end
  local is_on = model:is_polled(name)
  local is_due = model.is_connected and is_on and known.enabled
  return {
    on = is_on,
    enabled = model:can_switch(name),
    interval = known.interval,
    next = is_due and words.ahead(known.nextPollAt, now) or nil,
  }
end

local function resource_screen(model, part, now)
  local name = part.name
  local latest, snapshot = model:latest(name), model:shown(name)
  local failure = model:inline(part.key)
  local spins = (snapshot ~= nil and snapshot.isFetching) or #model:about('refresh', name) > 0
  -- A value may be null, which is `vim.NIL`.
  local has_value = latest ~= nil and latest.value ~= nil
  local is_old = latest ~= snapshot or (latest ~= nil and latest.isStale)
  local counts = snapshot and snapshot.attempt
  return {
    phase = has_value and value_phase(is_old) or empty_phase(spins, failure),
    spinner = spins,
    attempt = counts and { number = snapshot.attempt, of = snapshot.maxAttempts } or nil,
    content = has_value and content(part.shape, latest.value) or nil,
    age = latest and latest.updatedAt and words.age(latest.updatedAt, now) or nil,
    failure = failure_box(model, failure, now),
    refresh = { enabled = model:can_refresh(name) },
    stop = { enabled = #model:stoppable(name) > 0 },
    polling = polling_switch(model, name, latest, now),
  }
end

local function location_screen(model, now)
  local location, is_on = model.location or {}, model.wants_location
  local failure = model:inline(parts.LOCATION)
  local is_live = is_on and model.current.has_location and location.status == 'loaded'
  -- Here a failure comes before loading: the source goes on looking for a place behind it.
  local empty = failure and 'error' or empty_phase(is_on and model.is_connected)
  return {
    phase = location.coordinate and value_phase(not is_live) or empty,
    on = is_on,
    coordinate = location.coordinate,
    age = location.timestamp and words.age(location.timestamp, now) or nil,
    failure = failure_box(model, failure, now),
  }
end

local M = {}

function M.draw(model, now)
  local resources = {}
  for _, part in ipairs(model.parts:values()) do
    resources[part.name] = resource_screen(model, part, now)
  end
  return {
    connected = model.is_connected,
    resources = resources,
    location = location_screen(model, now),
    alert = failure_box(model, model:alert(), now),
    help = model.help,
  }
end

return M
