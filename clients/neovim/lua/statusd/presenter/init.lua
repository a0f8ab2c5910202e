--- What a screen shows: messages, presses and the clock go in, a screen and requests come out.
---
--- docs/presenter.md of statusd explains it, and schema/presenter has the cases that it passes, as every client's
--- presenter does. There is no I/O and no clock inside.

local Model = require('statusd.presenter.model')
local catalogue = require('statusd.catalogue')
local key_of = require('statusd.instances').key_of
local screen = require('statusd.presenter.screen')

local kinds, options = catalogue.kinds, catalogue.options

--- A press came too late: what it was for is settled. The snapshot shows what is now.
local LATE = {
  [kinds.failureNotFound] = true,
  [kinds.optionNotFound] = true,
  [kinds.alreadyRecovered] = true,
  [kinds.nothingToRetry] = true,
}

local Presenter = {}
Presenter.__index = Presenter

--- One screen over one daemon. `now` is in seconds since 1970, by the daemon's clock.
---
--- Each event gives what to do next: `sends`, messages for the daemon, and `performs`, options that the client
--- performs itself.
---@param described? (string|statusd.Part)[] What it shows, in order.
function Presenter.new(described)
  return setmetatable({ model = Model.new(described or { 'state', 'menu' }), last_id = 0 }, Presenter)
end

--- What to draw.
---@param now number
function Presenter:screen(now)
  return screen.draw(self.model, now)
end

--- The failure of a poll over a value, which is shown on demand only.
---@param name string A part of the screen.
---@return statusd.Failure|nil
function Presenter:silent_failure(name)
  local snapshot = self.model:shown(name)
  local failure = snapshot and snapshot.failure
  return failure and failure.presentation == 'silent' and failure or nil
end

-- Events

--- A daemon was started, for the first time or again.
function Presenter:connect(_)
  local model = self.model
  model.is_connected, model.current = true, Model.session()
  local sends = {}
  for _, name in ipairs(model.parts.keys) do
    table.insert(sends, self:_ask('getState', name))
  end
  for _, wish in ipairs(model.wishes:renewed()) do
    table.insert(sends, self:_request('setAutoPolling', wish))
  end
  return self:_output(sends)
end

--- The daemon has ended, and what it was asked will have no response.
function Presenter:disconnect(_)
  self.model.is_connected, self.model.current = false, Model.session()
  return { sends = {}, performs = {} }
end

--- A notification, or the response to a request of this presenter.
function Presenter:receive(message, now)
  local current = self.model.current
  local call = message.id ~= nil and current.calls:get(message.id)
  if message.method == 'stateChanged' then
    self:_take(message.params, now)
  elseif message.method == 'locationChanged' then
    if message.params.subscriptionId == current.subscription then
      self:_take_location(message.params.location)
    end
  elseif call then
    current.calls:delete(message.id)
    if message.error then
      self:_fail(call, message.error.data)
    else
      self:_succeed(call, message.result, now)
    end
  end
  return self:_output({})
end

--- A button was pressed. One that is not enabled does nothing.
---@param button {button: string, resource?: string, failureId?: string, optionId?: string}
function Presenter:press(button, _)
  local model, name = self.model, button.resource
  if button.button == 'option' then
    return self:_choose(button.failureId, button.optionId)
  elseif button.button == 'stop' then
    return self:_output(vim.tbl_map(function(call)
      return self:_cancel(call.id)
    end, model:stoppable(name)))
  elseif button.button == 'refresh' then
    return self:_output(model:can_refresh(name) and { self:_ask('refresh', name) } or {})
  elseif button.button == 'polling' then
    return self:_output(model:can_switch(name) and { self:_toggle(name) } or {})
  elseif button.button == 'closeHelp' then
    model.help = nil
  else
    model.wants_location = button.button == 'startLocation'
  end
  return self:_output({})
end

--- Time has passed.
---
--- A poll that brought an equal value sends nothing, so what became of it is asked for: otherwise the value would
--- grow old on the screen, and the next poll would be overdue for ever.
function Presenter:tick(now)
  local sends = {}
  for _, name in ipairs(self.model.parts.keys) do
    if self.model:is_overdue(name, now) then
      table.insert(sends, self:_ask('getState', name))
    end
  end
  return { sends = sends, performs = {} }
end

-- What came in

function Presenter:_take(snapshot, now)
  local model = self.model
  local key = key_of(snapshot)
  -- Instances that are not on the screen come and go without end.
  if snapshot.arguments and not model.places[key] then
    return
  end
  local known = model:snapshot(key)
  if known and snapshot.revision < known.revision then
    return
  end
  model.snapshots[key], model.taken[key] = snapshot, now
  model.current.present[key] = true
end

function Presenter:_take_location(location)
  self.model.location = location
  self.model.current.has_location = true
end

function Presenter:_succeed(call, result, now)
  local current = self.model.current
  if call.method == 'getState' or call.method == 'refresh' then
    self:_take(result, now)
  elseif call.method == 'setAutoPolling' then
    self:_switch(result)
  elseif call.method == 'retry' then
    self:_recover(call.params.failureId, result.result, now)
  elseif call.method == 'subscribeLocation' then
    current.subscription = result.subscriptionId
    self:_take_location(result.location)
  elseif call.method == 'unsubscribeLocation' then
    current.subscription, current.has_location = nil, false
  elseif call.method == 'getHelp' then
    self.model.help = result
  end
end

function Presenter:_recover(failure_id, result, now)
  if result and result.autoPolling and not result.revision then
    return self:_switch(result) -- `keepTrying` settles nothing.
  end
  self.model.current.failures:delete(failure_id)
  if result and result.resource then
    self:_take(result, now)
  elseif result then
    self:_take_location(result)
  end
end

function Presenter:_switch(result)
  local model = self.model
  local key = key_of(result)
  model.wishes:remember(result)
  local snapshot = model.snapshots[key]
  if snapshot then
    model.snapshots[key] = vim.tbl_extend('force', snapshot, { autoPolling = result.autoPolling })
  end
end

function Presenter:_fail(call, failure)
  local current = self.model.current
  if call.method == 'subscribeLocation' then
    self.model.wants_location = false
  elseif call.method == 'unsubscribeLocation' then
    current.subscription = nil
    return -- It has ended, which is what was wanted.
  elseif call.method == 'retry' then
    current.failures:delete(call.params.failureId) -- The fresh one takes over.
  end
  if failure.presentation ~= 'silent' and not LATE[failure.kind] then
    current.failures:set(failure.failureId, failure)
  end
end

-- What goes out

--- What an event brings about: `sends`, the alerts of now, and what the location needs.
function Presenter:_output(sends)
  self.model:prune()
  table.insert(sends, self:_location_request())
  return { sends = sends, performs = {} }
end

--- At most one of subscribing and unsubscribing is under way; afterwards the wish of then is compared.
function Presenter:_location_request()
  local model = self.model
  local subscription = model.current.subscription
  local is_under_way = #model:pending('subscribeLocation') + #model:pending('unsubscribeLocation') > 0
  if not model.is_connected or is_under_way or model.wants_location == (subscription ~= nil) then
    return nil
  elseif model.wants_location then
    return self:_request('subscribeLocation', vim.empty_dict())
  end
  return self:_request('unsubscribeLocation', { subscriptionId = subscription })
end

function Presenter:_choose(failure_id, option_id)
  local model = self.model
  local option, failure = self:_offered(failure_id, option_id)
  if not option or not model:is_enabled(failure_id, option_id) then
    return { sends = {}, performs = {} }
  elseif option.performedBy == 'server' then
    return self:_output({ self:_request('retry', { failureId = failure_id, optionId = option_id }) })
  elseif option_id == options.showHelp then
    return self:_output({ self:_request('getHelp', { anchor = failure.helpAnchor }) })
  end
  return { sends = {}, performs = { { failureId = failure_id, option = option } } }
end

--- An option of an open failure, and that failure.
function Presenter:_offered(failure_id, option_id)
  for _, failure in ipairs(self.model:open_failures()) do
    if failure.failureId == failure_id then
      for _, option in ipairs(failure.recoveryOptions) do
        if option.id == option_id then
          return option, failure
        end
      end
      return nil
    end
  end
end

function Presenter:_toggle(name)
  return self:_ask('setAutoPolling', name, { enabled = not self.model:is_polled(name) })
end

--- Asks about a part of the screen.
function Presenter:_ask(method, name, params)
  return self:_request(method, vim.tbl_extend('force', params or {}, self.model.parts:get(name).params))
end

function Presenter:_request(method, params)
  self.last_id = self.last_id + 1
  local message = { jsonrpc = '2.0', id = self.last_id, method = method, params = params }
  self.model.current.calls:set(message.id, message)
  return message
end

function Presenter:_cancel(id)
  self.model.current.cancelled[id] = true
  return { jsonrpc = '2.0', method = '$/cancelRequest', params = { id = id } }
end

return Presenter
