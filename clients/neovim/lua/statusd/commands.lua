--- What the commands of plugin/statusd.lua do, and how their arguments are completed.

local M = {}

local function statusd()
  return require('statusd')
end

--- The names of what the editor shows.
local function names()
  return vim.tbl_map(function(part)
    return type(part) == 'string' and part or part.name
  end, statusd().options.resources)
end

--- Those that were meant: one, or all without a name. A name that there is not is reported.
local function meant(name)
  if not name then
    return names()
  elseif vim.tbl_contains(names(), name) then
    return { name }
  end
  local text = 'No resource is called %s; setup{ resources = … } has: %s'
  statusd().notify(text:format(name, table.concat(names(), ', ')), vim.log.levels.ERROR)
  return {}
end

--- One message about what there is now; failures have their own.
local function report(name)
  local shown = statusd().screen().resources[name]
  if shown.content and not shown.failure then
    statusd().notify(statusd().statusline({ name }))
  end
end

function M.refresh(arguments)
  for _, name in ipairs(meant(arguments[1])) do
    statusd().press({ button = 'refresh', resource = name })
    statusd().live():when(function(screen)
      return screen.resources[name].refresh.enabled and not screen.resources[name].spinner
    end, function()
      report(name)
    end)
  end
end

function M.stop(arguments)
  for _, name in ipairs(meant(arguments[1])) do
    statusd().press({ button = 'stop', resource = name })
  end
end

function M.auto_poll(arguments)
  local wanted, name = arguments[1], arguments[2]
  if not vim.tbl_contains({ 'on', 'off', 'toggle' }, wanted) then
    return statusd().notify(':StatusdAutoPoll takes on, off or toggle', vim.log.levels.ERROR)
  end
  for _, each in ipairs(meant(name)) do
    statusd().live():when(function(screen)
      local polling = screen.resources[each].polling
      return polling ~= nil and polling.enabled -- Not before the daemon said whether it polls.
    end, function(screen)
      local is_on = screen.resources[each].polling.on
      if wanted == 'toggle' or is_on ~= (wanted == 'on') then
        statusd().press({ button = 'polling', resource = each })
      end
    end)
  end
end

--- The first part of the screen that is a menu.
function M.menu()
  local part = require('statusd.presenter.parts').part
  for _, each in ipairs(statusd().options.resources) do
    if part(each).shape == 'menu' then
      return require('statusd.view').show(part(each).name)
    end
  end
  statusd().notify('setup{ resources = … } has no menu', vim.log.levels.ERROR)
end

function M.show(arguments)
  local name = meant(arguments[1])[1]
  if name then
    require('statusd.view').show(name)
  end
end

function M.recover(arguments)
  local name = arguments[1]
  if name == 'location' or not name or #meant(name) > 0 then
    require('statusd.recovery').recover(name)
  end
end

function M.location(arguments)
  local buttons = { start = 'startLocation', stop = 'stopLocation' }
  local button = buttons[arguments[1] or '']
  if button then
    statusd().press({ button = button })
  elseif arguments[1] then
    statusd().notify(':StatusdLocation takes start or stop', vim.log.levels.ERROR)
  else
    local text = statusd().statusline({ 'location' })
    statusd().notify(text ~= '' and text or 'The location is off')
  end
end

-- Completion

--- The words for each argument of a command.
local WORDS = {
  StatusdRefresh = { names },
  StatusdStop = { names },
  StatusdShow = { names },
  StatusdAutoPoll = { function() return { 'on', 'off', 'toggle' } end, names },
  StatusdRecover = { function() return vim.list_extend(names(), { 'location' }) end },
  StatusdLocation = { function() return { 'start', 'stop' } end },
}

--- For `nvim_create_user_command`: what the argument under the cursor may be.
function M.complete(lead, line, position)
  local before = vim.split(vim.trim(line:sub(1, position - #lead)), '%s+')
  -- Modifiers may precede, from 0.8 on, and the command may be abbreviated.
  for index, word in ipairs(before) do
    local command = vim.fn.fullcommand(word)
    local lists = WORDS[command]
    if lists then
      local list = lists[#before - index + 1]
      return list and vim.tbl_filter(function(each)
        return vim.startswith(each, lead)
      end, list()) or {}
    end
  end
  return {}
end

return M
