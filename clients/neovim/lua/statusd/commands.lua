--- What the commands of plugin/statusd.lua do, and how their arguments are completed.

local system = require('statusd.system')

local M = {}

--- Seconds that a completion waits for a daemon that was just started.
local PATIENCE = 2

local function statusd()
  return require('statusd')
end

--- What words name: `menu`, or an instance such as `build branch=main`. Nil after a word that is no argument.
---@param words string[]
---@return statusd.Spec|nil
local function spec_of(words)
  local name, arguments = words[1], {}
  for _, word in ipairs(vim.list_slice(words, 2)) do
    local key, value = word:match('^([^=]+)=(.*)$')
    if not key then
      return statusd().notify(('%s is no argument: write name=value'):format(word), vim.log.levels.ERROR)
    end
    arguments[key] = value
  end
  local given = vim.list_slice(words, 2)
  table.sort(given)
  return {
    name = table.concat(vim.list_extend({ name }, given), ' '),
    resource = name,
    arguments = #given > 0 and arguments or nil,
  }
end

--- Calls `action(name, screen)` for what was meant: what the words name, or all of the editor's resources.
local function each_meant(words, action)
  local live = statusd().live()
  local specs = { spec_of(words) }
  if #words > 0 then
    return specs[1] and live:with(specs[1], function(screen)
      action(specs[1].name, screen)
    end)
  end
  live:when(function()
    return live:is_open()
  end, function()
    for _, name in ipairs(live.names) do
      action(name, live.main)
    end
  end)
end

--- One message about what there is now; failures have their own.
local function report(part, name)
  if part.content and not part.failure then
    statusd().notify(statusd().statusline({ name }))
  end
end

function M.refresh(words)
  each_meant(words, function(name, screen)
    local live, part = statusd().live(), screen.parts[name]
    screen:press('refresh', { part = name }, function()
      live:when(function()
        return part.refresh.enabled and not part.spinner
      end, function()
        report(part, name)
      end)
    end)
  end)
end

function M.stop(words)
  each_meant(words, function(name, screen)
    screen:press('stop', { part = name })
  end)
end

function M.auto_poll(words)
  if not vim.tbl_contains({ 'on', 'off', 'toggle' }, words[1]) then
    return statusd().notify(':StatusdAutoPoll takes on, off or toggle', vim.log.levels.ERROR)
  end
  each_meant(vim.list_slice(words, 2), function(name, screen)
    local params = { part = name }
    if words[1] ~= 'toggle' then
      params.on = words[1] == 'on'
    end
    screen:press('polling', params)
  end)
end

--- The first resource that is a menu.
function M.menu()
  local live = statusd().live()
  live:when(function()
    return live:is_open()
  end, function()
    for _, name in ipairs(live.names) do
      if live.main.parts[name].shape == 'menu' then
        return require('statusd.view').show({ name = name })
      end
    end
    statusd().notify('statusd has no menu', vim.log.levels.ERROR)
  end)
end

function M.show(words)
  local view, live = require('statusd.view'), statusd().live()
  if #words > 0 then
    local spec = spec_of(words)
    return spec and view.show(spec)
  end
  live:when(function()
    return #live.names > 0
  end, function()
    view.show({ name = live.names[1] })
  end)
end

function M.recover(words)
  local recovery = require('statusd.recovery')
  if #words == 0 or words[1] == 'location' then
    return recovery.recover(words[1])
  end
  each_meant(words, recovery.recover)
end

function M.location(words)
  local buttons = { start = 'startLocation', stop = 'stopLocation' }
  local button = buttons[words[1] or '']
  if button then
    statusd().press(button)
  elseif words[1] then
    statusd().notify(':StatusdLocation takes start or stop', vim.log.levels.ERROR)
  else
    local text = statusd().statusline({ 'location' })
    statusd().notify(text ~= '' and text or 'The location is off')
  end
end

-- Completion

local function none()
  return {}
end

--- The resources, or the arguments that an instance has beside those that are given.
---@param given string[]
local function resources(given)
  local live = statusd().live()
  system.wait(PATIENCE, function()
    return live:is_open() or not statusd().running():is_running()
  end)
  if #given == 0 then
    return live:known()
  end
  return vim.tbl_map(function(parameter)
    return parameter .. '='
  end, vim.tbl_filter(function(parameter)
    return #vim.tbl_filter(function(word)
      return vim.startswith(word, parameter .. '=')
    end, given) == 0
  end, live.families[given[1]] or {}))
end

local function switches(given)
  return #given == 0 and { 'on', 'off', 'toggle' } or resources(vim.list_slice(given, 2))
end

local function failed(given)
  return #given == 0 and vim.list_extend(resources(given), { 'location' }) or resources(given)
end

local function location(given)
  return #given == 0 and { 'start', 'stop' } or {}
end

--- What may follow the arguments that are given to a command.
local WORDS = {
  StatusdRefresh = resources, StatusdStop = resources, StatusdShow = resources, StatusdAutoPoll = switches,
  StatusdRecover = failed, StatusdLocation = location, StatusdMenu = none,
}

--- For `nvim_create_user_command`: what the argument under the cursor may be.
function M.complete(lead, line, position)
  local before = vim.split(vim.trim(line:sub(1, position - #lead)), '%s+')
  -- Modifiers may precede, from 0.8 on, and the command may be abbreviated.
  for index, word in ipairs(before) do
    local further = WORDS[vim.fn.fullcommand(word)]
    if further then
      return vim.tbl_filter(function(each)
        return vim.startswith(each, lead)
      end, further(vim.list_slice(before, index + 1)))
    end
  end
  return {}
end

return M
