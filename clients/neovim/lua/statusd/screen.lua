--- What a person sees of some resources and of the location: the daemon decides it, and this holds it for drawing.
---
--- docs/screens.md of statusd explains the members. Null is nil here, except within the content of a part.

local system = require('statusd.system')

---@class statusd.ScreenParams
---@field parts? table<string, {resource?: string, arguments?: table<string, string>, shape?: string}>
---@field location? boolean
---@field words? "seconds"|"minutes"|"none"
---@field fetch? "none"|"missing"

---@class statusd.HeldScreen
---@field parts table<string, statusd.ScreenPart> Empty until the daemon has opened the screen.
---@field location? statusd.ScreenPlace
---@field alert? statusd.ScreenBox
---@field notice? string
---@field help? statusd.HelpSection
---@field failure? statusd.ClientFailure Why the daemon did not open the screen.
local Screen = {}
Screen.__index = Screen

--- An empty table of Lua's would be written as an array.
local function object(members)
  return vim.tbl_isempty(members) and vim.empty_dict() or members
end

--- For `client:screen`.
---@param params statusd.ScreenParams
---@param on_change fun(screen: statusd.HeldScreen)
function Screen.new(client, params, on_change)
  local given = vim.tbl_extend('keep', {}, params)
  given.parts = params.parts and object(vim.tbl_map(object, params.parts))
  return setmetatable({ parts = {}, client = client, params = given, on_change = on_change }, Screen)
end

--- Whether the daemon shows it: not before it was opened, and not while no daemon runs.
function Screen:is_open()
  return self.id ~= nil
end

--- Presses a button: `callback(failure, result)`, where `result.pressed` says whether it was enabled, and
--- `result.performs` is an option for this side to perform. What follows is on the screen by then.
---@param button string
---@param params? {part?: string, on?: boolean, failureId?: string, optionId?: string}
---@param callback? fun(failure?: statusd.ClientFailure, result?: statusd.PressResult)
function Screen:press(button, params, callback)
  if self.id then
    local about = { screenId = self.id, button = button }
    self.client:call('press', vim.tbl_extend('error', params or {}, about), callback)
  elseif callback then
    vim.schedule(function()
      callback(nil, { pressed = false })
    end)
  end
end

--- Ends what the screen has begun; it changes no more.
function Screen:close()
  self.is_closed = true
  self.client.screens[self] = nil
  if self.id then
    self.client:call('closeScreen', { screenId = self.id })
    self.id = nil
  end
end

-- For the client.

--- Opens it in this process of the daemon, and switches on there what was on in the one before.
function Screen:begin(connection)
  connection:call('openScreen', self.params, function(failure, opened)
    -- Without data, the daemon has ended.
    self.failure, self.id = failure and failure.data and failure, opened and opened.screenId
    if self.is_closed then
      return self:close()
    elseif opened then
      local polled, was_located = self:_polled(), self.location and self.location.on
      self:_merge(opened.screen)
      self:_restore(polled, was_located)
    end
    system.call_out(self.on_change, self)
  end)
end

--- A change of any screen.
---@param params statusd.ScreenChanged
function Screen:take(params)
  if params.screenId == self.id then
    self:_merge(params.changed)
    system.call_out(self.on_change, self)
  end
end

--- The daemon has ended: values are old, and there is nothing to press.
function Screen:ended()
  self.id, self.alert = nil, nil
  for _, part in pairs(self.parts) do
    part.phase = part.content and 'stale' or 'blank'
    part.spinner, part.attempt, part.failure = false, nil, nil
    part.refresh, part.stop = { enabled = false }, { enabled = false }
    if part.polling then
      part.polling = vim.tbl_extend('force', part.polling, { enabled = false })
      part.polling.next = nil
    end
  end
  if self.location then
    self.location.phase, self.location.failure = self.location.coordinate and 'stale' or 'blank', nil
  end
  system.call_out(self.on_change, self)
end

-- Members

--- Null as nil. What a source gives stays as it came.
local function plain(value, member)
  if value == vim.NIL then
    return nil
  end
  return type(value) == 'table' and member ~= 'content' and vim.tbl_map(plain, value) or value
end

--- Members come whole; of the parts, the members that have changed.
function Screen:_merge(changed)
  for name, members in pairs(changed.parts or {}) do
    self.parts[name] = self.parts[name] or {}
    for member, value in pairs(members) do
      self.parts[name][member] = plain(value, member)
    end
  end
  for _, member in ipairs({ 'location', 'alert', 'notice', 'help' }) do
    if changed[member] ~= nil then
      self[member] = plain(changed[member])
    end
  end
end

function Screen:_polled()
  return vim.tbl_map(function(part)
    return part.polling and part.polling.on
  end, self.parts)
end

function Screen:_restore(polled, was_located)
  local names = vim.tbl_keys(polled)
  table.sort(names)
  for _, name in ipairs(names) do
    local polling = self.parts[name].polling
    if polling and polling.on ~= polled[name] then
      self:press('polling', { part = name, on = polled[name] })
    end
  end
  if was_located and not self.location.on then
    self:press('startLocation')
  end
end

return Screen
