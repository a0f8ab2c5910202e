--- The plugin over the real daemon, and what a person sees of it.

local running = require('support.running')
local statusd = require('statusd')

local M = {}

--- The plugin for the length of `body(seen)`: `seen.messages` are those that were shown, `seen.recorder` what was sent.
function M.with(args, body, options)
  local recorder = running.recorder()
  local seen = { messages = {}, recorder = recorder }
  statusd.setup(vim.tbl_extend('force', {
    cmd = running.binary(), args = args, tap = recorder.tap, start_timeout = running.DEADLINE, restart = false,
    notify = function(message)
      table.insert(seen.messages, message)
    end,
  }, options or {}))
  local is_done, problem = xpcall(body, debug.traceback, seen)
  local was_running = statusd.running() ~= nil and statusd.running():is_running()
  statusd.close()
  recorder.finish(not was_running)
  vim.cmd('silent! %bwipeout!')
  if not is_done then
    error(problem, 0)
  end
end

--- The same with a scenario, whose time stands still: `advance(seconds)` moves it.
function M.with_scenario(name, body, options)
  local args = { '--scenario', name, '--clock', 'manual', '--seed', '1', '--drain-timeout', '0' }
  M.with(args, function(seen)
    body(seen, function(seconds)
      statusd.client():call_sync('advanceClock', { seconds = seconds })
    end)
  end, options)
end

--- Waits for a screen.
function M.until_screen(condition, what)
  running.eventually(function()
    local screen = statusd.screen()
    return screen ~= nil and not vim.tbl_isempty(screen.parts) and condition(screen)
  end, what)
end

--- Waits until the resource is in that phase, and shows it.
function M.until_phase(name, phase)
  M.until_screen(function(screen)
    return screen.parts[name].phase == phase and not screen.parts[name].spinner
  end, name .. ' is ' .. phase)
  return statusd.screen().parts[name]
end

--- The buttons that were pressed.
function M.presses(seen)
  local buttons = {}
  for _, message in ipairs(seen.recorder.sent) do
    table.insert(buttons, message.method == 'press' and message.params.button or nil)
  end
  return buttons
end

function M.until_message(seen, pattern)
  running.eventually(function()
    return #vim.tbl_filter(function(message)
      return message:find(pattern)
    end, seen.messages) > 0
  end, ('the message %q, there are: %s'):format(pattern, vim.inspect(seen.messages)))
end

--- The lines of the current buffer, as one text.
function M.text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

function M.until_text(pattern)
  running.eventually(function()
    return M.text():find(pattern) ~= nil
  end, ('the text %q in: %s'):format(pattern, M.text()))
end

function M.type(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), 'xt', false)
end

--- Chooses the item of that title whenever something is to be chosen, for the length of `body(asked)`; `asked.before`
--- is called before.
function M.choosing(title, body)
  local asked, select = {}, vim.ui.select
  vim.ui.select = function(items, options, on_choice)
    asked.prompt = options.prompt
    asked.titles = vim.tbl_map(options.format_item, items)
    if asked.before then
      asked.before()
    end
    for index, each in ipairs(items) do
      if each.title == title then
        return on_choice(each, index)
      end
    end
    on_choice(nil, nil)
  end
  local is_done, problem = xpcall(body, debug.traceback, asked)
  vim.ui.select = select
  if not is_done then
    error(problem, 0)
  end
end

return M
