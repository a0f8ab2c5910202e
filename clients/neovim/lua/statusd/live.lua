--- A presenter over a running daemon: its requests are made, what comes is given to it, and its clock ticks.

local Presenter = require('statusd.presenter')
local catalogue = require('statusd.catalogue')
local system = require('statusd.system')

--- What the presenter is given for a call that was given up.
local WITHDRAWN = {
  data = { failureId = '', kind = catalogue.kinds.requestCancelled, presentation = 'silent' },
}

local Live = {}
Live.__index = Live

--- The screen of the daemons that it is attached to, one after the other.
---
--- `on_change` is called with each new screen, `on_perform` with each option that is the client's to perform. `clock`
--- gives seconds since 1970; the daemon's, where that is manual.
---@param options {parts: table, on_change: fun(screen), on_perform: fun(option), clock?: fun(): number}
function Live.new(options)
  local self = setmetatable({
    presenter = Presenter.new(options.parts),
    options = options,
    clock = options.clock or system.now,
    cancels = {},
    waiting = {},
  }, Live)
  self.screen = self.presenter:screen(self.clock())
  return self
end

--- Follows a client: its daemon, and those that it starts in its place.
function Live:attach(client)
  self:detach()
  self.client = client
  self.stop_listening = client:listen(function(method, params)
    self:_listen(method, params)
  end)
  self.stop_ticking = system.every(1, function()
    self:_do(self.presenter:tick(self.clock()))
  end)
  self:_do(self.presenter:connect(self.clock()))
end

function Live:detach()
  if self.stop_listening then
    self.stop_listening()
    self.stop_ticking()
    self.stop_listening = nil
    self.waiting = {}
  end
end

--- A person pressed a button: `{ button = 'refresh', resource = 'menu' }`.
function Live:press(button)
  self:_do(self.presenter:press(button, self.clock()))
end

--- Calls `action(screen)` once, as soon as `condition(screen)` holds. What waits when the daemon ends is dropped.
function Live:when(condition, action)
  table.insert(self.waiting, { condition = condition, action = action })
  self:_act()
end

-- What comes

function Live:_listen(method, params)
  if method == '$/restarted' then
    self:_do(self.presenter:connect(self.clock()))
  elseif method == '$/ended' then
    self.cancels = {}
    if params.is_final then
      self.waiting = {}
    end
    self:_do(self.presenter:disconnect(self.clock()))
  else
    self:_receive({ method = method, params = params })
  end
end

function Live:_receive(message)
  self:_do(self.presenter:receive(message, self.clock()))
end

-- What the presenter wants

function Live:_do(output)
  for _, message in ipairs(output.sends) do
    if message.id then
      self:_call(message)
    elseif self.cancels[message.params.id] then
      self.cancels[message.params.id]() -- `$/cancelRequest`, with the client's number of the request.
    end
  end
  for _, chosen in ipairs(output.performs) do
    self.options.on_perform(chosen.option)
  end
  self:_draw()
end

function Live:_call(message)
  local id = message.id
  self.cancels[id] = self.client:call(message.method, message.params, function(failure, result)
    self.cancels[id] = nil
    if not failure then
      self:_receive({ id = id, result = result })
    elseif failure.data then
      self:_receive({ id = id, error = { data = failure.data } })
    elseif failure.kind == 'callTimedOut' then
      self:_receive({ id = id, error = WITHDRAWN })
    end -- Otherwise the daemon has ended, which ends all calls of the presenter.
  end)
end

function Live:_draw()
  local screen = self.presenter:screen(self.clock())
  if not vim.deep_equal(screen, self.screen) then
    self.screen = screen
    self.options.on_change(screen)
  end
  self:_act()
end

function Live:_act()
  local due = {}
  self.waiting = vim.tbl_filter(function(each)
    local is_due = each.condition(self.screen)
    table.insert(due, is_due and each.action or nil)
    return not is_due
  end, self.waiting)
  for _, action in ipairs(due) do
    action(self.screen)
  end
end

return Live
