--- What a person can do about a failure: chosen with `vim.ui.select`, performed by the daemon or here.

local announcements = require('statusd.announcements')

local M = {}

local function label(button)
  return button.title .. (button.running and ' (under way)' or '')
end

--- The failure to recover from: that of `name`, else the alert, else the first one on the screen.
local function box_of(screen, parts, name)
  for _, each in ipairs(announcements.boxes(screen, parts)) do
    if not name or each.name == name or each.box.resource == name then
      return each.box
    end
  end
end

local function prompt_of(box)
  local wait = box.countdown and (' (again in %d s)'):format(box.countdown) or ''
  return ('%s%s. %s'):format(box.title, wait, box.message)
end

--- Lets the person choose an option of a failure that the screen shows.
local function choose(statusd, box)
  local buttons = vim.tbl_filter(function(button)
    return button.enabled
  end, box.buttons)
  vim.ui.select(buttons, { prompt = prompt_of(box), format_item = label, kind = 'statusd' }, function(button)
    if button then
      statusd.press({ button = 'option', failureId = box.failureId, optionId = button.id })
    end
  end)
end

--- Lets the person choose an option of a failure that no screen shows: of a poll that failed over a value.
local function choose_silently(statusd, data)
  local failure = statusd.client():failure(data)
  local prompt = ('%s. %s'):format(failure.title, failure.message)
  vim.ui.select(failure.options, { prompt = prompt, format_item = label, kind = 'statusd' }, function(option)
    if option and option.performedBy == 'client' then
      M.perform(option, statusd.options.perform)
    elseif option then
      failure:recover(option.id, function(fresh)
        if fresh and fresh.presentation ~= 'silent' then
          statusd.notify(tostring(fresh), vim.log.levels.WARN)
        end
      end)
    end
  end)
end

--- Offers the options of a failure: of the place `name`, or of the one that is most pressing.
---@param name? string
function M.recover(name)
  local statusd = require('statusd')
  local live, parts = statusd.live(), statusd.options.resources
  local box = box_of(live.screen, parts, name)
  if box then
    return choose(statusd, box)
  end
  for _, each in ipairs(parts) do
    local part = type(each) == 'string' and each or each.name
    local data = (not name or name == part) and live.presenter:silent_failure(part)
    if data then
      return choose_silently(statusd, data)
    end
  end
  statusd.notify(name and ('%s has no failure'):format(name) or 'There is no failure')
end

--- Shows the place of a key in the configuration.
local function open_settings(option)
  if not option.path then
    return require('statusd').notify(('Set %s in the configuration of statusd'):format(option.key))
  end
  vim.cmd('split ' .. vim.fn.fnameescape(option.path))
  -- `resources.menu.source` may stand as `source` below `[resources.menu]`.
  local names = vim.split(option.key, '.', { plain = true })
  vim.fn.search([[\V\<]] .. table.concat(vim.list_slice(names, 1, #names - 1), '.'), 'cw')
  vim.fn.search([[\V\<]] .. names[#names] .. [[\>]], 'cW')
end

--- Performs what is the client's: settings are opened here, options of the user's own by `setup{ perform = … }`.
---@param option statusd.RecoveryOption
---@param perform? fun(option: statusd.RecoveryOption)
function M.perform(option, perform)
  if option.id == 'openSettings' then
    open_settings(option)
  elseif perform then
    perform(option)
  else
    require('statusd').notify(('Nothing performs %s: see "perform" in :help statusd-setup'):format(option.id))
  end
end

return M
