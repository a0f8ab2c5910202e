--- What the editor shows: one screen of its resources and of the location, and one for each instance that somebody
--- has asked for.

local key_of = require('statusd.instances').key_of

---@class statusd.Spec What a command names: a resource, or an instance of a parameterised one.
---@field name string
---@field resource? string Another than `name`.
---@field arguments? table<string, string>

-- What everything fails with while the configuration of the daemon is wrong.
local MISCONFIGURED = 'sourceMisconfigured'

local Live = {}
Live.__index = Live

--- Over a client that was just started. `resources` are those of `setup`; all that the daemon has without them.
---
--- `on_change` is called whenever a screen has changed, `on_perform` with each option that is to be performed here,
--- `on_problem` with what a person has to be told, `is_shown` with the name of an instance.
---@param options {resources?: table, words?: string, on_change: fun(live: table), on_perform: fun(option: table),
--- on_problem: fun(text: string), is_shown: fun(name: string): boolean}
function Live.new(client, options)
  local self = setmetatable({
    client = client, options = options,
    names = {}, families = {}, -- Of the daemon's resources: names in order, and the parameters of each family.
    own = {}, -- The screens of instances, by name.
    waiting = {},
  }, Live)
  self:_learn(function(failure, listed)
    if listed then
      self:_open(listed)
    elseif failure.kind == MISCONFIGURED then
      self:_open_blank()
    elseif failure.data then
      options.on_problem(tostring(failure))
    end
  end)
  return self
end

--- Asks which resources there are: `callback(failure, listed)`.
function Live:_learn(callback)
  self.client:call('listResources', nil, function(failure, listed)
    for _, each in ipairs(listed and listed.resources or {}) do
      self.families[each.resource] = self.families[each.resource] or each.parameters
    end
    callback(failure, listed and listed.resources)
  end)
end

--- The configuration of the daemon is wrong, and it does not know its resources: the alert of the screen says so, and
--- its parts come once it is right.
function Live:_open_blank()
  local parts, names = Live.parts(self.options.resources or {})
  self.names = names
  self.main = self:_screen({ parts = self.options.resources and parts, location = true })
  local function learn()
    self:when(function()
      return self:is_open() and not (self.main.alert and self.main.alert.kind == MISCONFIGURED)
    end, function()
      self:_learn(function(failure, listed)
        if listed then
          self.names = self.options.resources and names or self:_own(listed)
          self.options.on_change(self)
        elseif failure.kind == MISCONFIGURED then
          -- The alert was closed, and comes back with the next button.
          self:when(function()
            return self.main.alert ~= nil
          end, learn)
        end
      end)
    end)
  end
  learn()
end

--- The names of the resources that take no arguments.
function Live:_own(listed)
  return vim.tbl_filter(function(name)
    return not self.families[name]
  end, vim.tbl_map(function(each)
    return each.resource
  end, listed))
end

--- What a screen has for each resource of `setup`, in order.
---@return table<string, {resource: string, arguments?: table<string, string>, shape?: string}> parts
---@return string[] names
function Live.parts(resources)
  local parts, names = {}, {}
  for _, each in ipairs(resources) do
    local given = type(each) == 'string' and { name = each } or each
    table.insert(names, given.name)
    parts[given.name] = { resource = given.resource or given.name, arguments = given.arguments, shape = given.shape }
  end
  return parts, names
end

function Live:_open(listed)
  local known = {}
  for _, each in ipairs(listed) do
    known[each.resource] = true
  end
  local parts, names = Live.parts(self.options.resources or self:_own(listed))
  self.names = vim.tbl_filter(function(name)
    local resource = parts[name].resource
    if not known[resource] then
      parts[name] = nil
      self.options.on_problem(('setup{ resources = … } names %s, which statusd does not have'):format(resource))
    end
    return known[resource]
  end, names)
  self.main = self:_screen({ parts = parts, location = true })
end

function Live:_screen(params)
  params.words = self.options.words
  return self.client:screen(params, { on_change = function(screen)
    if screen.failure then
      self.options.on_problem(tostring(screen.failure))
    end
    self.options.on_change(self)
    self:_act()
  end })
end

-- Screens

--- Whether the resources of the editor are on a screen.
function Live:is_open()
  return self.main ~= nil and self.main:is_open()
end

--- All screens, that of the editor's resources first.
---@return statusd.HeldScreen[]
function Live:screens()
  return vim.list_extend({ self.main }, vim.tbl_values(self.own))
end

--- The screen that has a part of that name, and the part; nil where there is none.
---@return statusd.HeldScreen|nil
---@return statusd.ScreenPart|nil
function Live:find(name)
  for _, screen in ipairs(self:screens()) do
    if screen.parts[name] then
      return screen, screen.parts[name]
    end
  end
end

--- The screen that the params of a press are about.
---@param params? {part?: string, failureId?: string}
---@return statusd.HeldScreen
function Live:screen_of(params)
  for _, screen in ipairs(self:screens()) do
    local boxes = vim.list_extend({ screen.alert }, vim.tbl_map(function(part)
      return part.failure
    end, vim.tbl_values(screen.parts)))
    for _, box in ipairs(boxes) do
      if params and box.failureId == params.failureId then
        return screen
      end
    end
  end
  return params and params.part and self:find(params.part) or self.main
end

--- The failures of a part: in its place, and before the person if it is about the same.
---@return statusd.ScreenBox[]
function Live:failures(name)
  local screen, part = self:find(name)
  local alert = screen and screen.alert
  local boxes = { part and part.failure }
  table.insert(boxes, alert and key_of(alert) == key_of(part) and alert or nil)
  return boxes
end

--- Calls `action(screen)` as soon as a part is on a screen. That of an instance is opened for it.
---@param spec statusd.Spec
---@param action fun(screen: statusd.HeldScreen)
function Live:with(spec, action)
  self:when(function()
    return self:is_open()
  end, function()
    if not self:find(spec.name) and not self.own[spec.name] then
      if not self.families[spec.resource or spec.name] then
        local text = 'No resource is called %s; there are: %s'
        return self.options.on_problem(text:format(spec.name, table.concat(self:known(), ', ')))
      end
      self:_tidy()
      local part = { resource = spec.resource or spec.name, arguments = spec.arguments }
      self.own[spec.name] = self:_screen({ parts = { [spec.name] = part } })
    end
    local screen = self.own[spec.name] or self.main
    self:when(function()
      return screen:is_open() or screen.failure
    end, function()
      if screen.failure then
        return self:release(spec.name)
      end
      action(screen)
    end)
  end)
end

--- The names of the editor's resources, and of the families that instances are of.
function Live:known()
  local families = vim.tbl_keys(self.families)
  table.sort(families)
  return vim.list_extend(vim.deepcopy(self.names), families)
end

--- Closes the screen of an instance, if it has one.
function Live:release(name)
  if self.own[name] then
    self.own[name]:close()
    self.own[name] = nil
  end
end

--- Closes the screens of instances that are over and that nobody sees: a session has no more than a few.
function Live:_tidy()
  for name, screen in pairs(vim.tbl_extend('keep', {}, self.own)) do
    local part = screen.parts[name]
    if part and not (part.spinner or part.failure or screen.alert or self.options.is_shown(name)) then
      self:release(name)
    end
  end
end

-- Presses

--- A person pressed a button of a screen.
---@param screen statusd.HeldScreen
function Live:press(screen, button, params)
  screen:press(button, params, function(_, result)
    if result and result.performs then
      self.options.on_perform(result.performs.option)
    end
  end)
end

--- Calls `action()` once, as soon as `condition()` holds: now, or when a screen has changed.
function Live:when(condition, action)
  table.insert(self.waiting, { condition = condition, action = action })
  self:_act()
end

function Live:_act()
  local due = {}
  self.waiting = vim.tbl_filter(function(each)
    local is_due = each.condition()
    table.insert(due, is_due and each.action or nil)
    return not is_due
  end, self.waiting)
  for _, action in ipairs(due) do
    action()
  end
end

return Live
