--- What a person can do about a failure: chosen with `vim.ui.select`, performed by the daemon or here.

local announcements = require('statusd.announcements')
local key_of = require('statusd.instances').key_of

local M = {}

local function label(button)
  return button.title .. (button.running and ' (under way)' or '')
end

local function prompt_of(box)
  local wait = box.countdown and (' (again in %d s)'):format(box.countdown) or ''
  return ('%s%s. %s'):format(box.title, wait, box.message)
end

--- Lets the person choose an option of a failure that a screen shows.
local function choose(statusd, screen, box)
  local buttons = vim.tbl_filter(function(button)
    return button.enabled
  end, box.buttons)
  vim.ui.select(buttons, { prompt = prompt_of(box), format_item = label, kind = 'statusd' }, function(button)
    if button then
      statusd.live():press(screen, 'option', { failureId = box.failureId, optionId = button.id })
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

--- Offers the options of the first silent failure of some parts, of which only their snapshots know.
---@param parts statusd.ScreenPart[]
local function recover_silently(statusd, parts, name)
  local part = table.remove(parts, 1)
  if not part then
    return statusd.notify(name and ('%s has no failure'):format(name) or 'There is no failure')
  end
  local about = { resource = part.resource, arguments = part.arguments }
  statusd.call('getState', about, function(_, snapshot)
    if snapshot and snapshot.failure and snapshot.failure.presentation == 'silent' then
      return choose_silently(statusd, snapshot.failure)
    end
    recover_silently(statusd, parts, name)
  end)
end

--- Offers the options of a failure: of the place `name`, or of the one that is most pressing.
---@param name? string
function M.recover(name)
  local statusd = require('statusd')
  local live = statusd.live()
  for _, each in ipairs(announcements.boxes(live)) do
    local part = name and each.screen.parts[name]
    if not name or each.name == name or part and key_of(part) == key_of(each.box) then
      return choose(statusd, each.screen, each.box)
    end
  end
  local parts = {}
  for _, each in ipairs(name and { name } or live.names) do
    local _, part = live:find(each)
    table.insert(parts, part)
  end
  recover_silently(statusd, parts, name)
end

--- Shows the place of a key in the configuration.
local function open_settings(option)
  if not option.path then
    return require('statusd').notify(('Set %s in the configuration of statusd'):format(option.key))
  end
  vim.cmd('split ' .. vim.fn.fnameescape(option.path))
  if not option.key then
    return -- The file is wrong as a whole.
  end
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
