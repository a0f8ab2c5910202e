--- Buffers that show a part of the screen, and follow it.

local draw = require('statusd.view.draw')

local M = {}

local SCHEME = 'statusd://'
local space = vim.api.nvim_create_namespace('statusd')
--- The buffers by the name of what they show.
local buffers = {}
--- By buffer: the button of each line that is one.
local options = {}

for group, link in pairs({
  StatusdTitle = 'Title', StatusdCategory = 'Identifier', StatusdFailure = 'WarningMsg',
  StatusdOption = 'Underlined', StatusdHint = 'Comment',
}) do
  vim.cmd(('highlight default link %s %s'):format(group, link))
end

--- Whether a window shows it.
---@param name string
function M.is_visible(name)
  return buffers[name] ~= nil and vim.fn.bufwinid(buffers[name]) ~= -1
end

local function write(buffer, lines)
  vim.bo[buffer].modifiable = true
  -- What a server sends may hold line ends, which no line of a buffer can.
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.tbl_map(function(line)
    return (line.text:gsub('%c', ' '))
  end, lines))
  vim.bo[buffer].modifiable = false
  vim.api.nvim_buf_clear_namespace(buffer, space, 0, -1)
  options[buffer] = {}
  for number, line in ipairs(lines) do
    options[buffer][number] = line.option
    if line.group then
      local place = { end_col = #line.text, hl_group = line.group }
      vim.api.nvim_buf_set_extmark(buffer, space, number - 1, 0, place)
    end
  end
end

--- Draws every buffer anew.
---@param screen table
function M.redraw(screen)
  for name, buffer in pairs(vim.deepcopy(buffers)) do
    if screen.resources[name] then
      write(buffer, draw.lines(name, screen))
    else
      vim.api.nvim_buf_delete(buffer, { force = true }) -- `setup` has left it out since.
    end
  end
  if screen.help then
    M._help(screen.help)
  end
end

-- Keys

--- Tries what failed again where that is offered, and fetches otherwise.
local function again(name)
  local statusd = require('statusd')
  local screen = statusd.live().screen
  local alert = screen.alert
  local box = screen.resources[name].failure or alert and alert.resource == name and alert
  for _, button in ipairs(box and box.buttons or {}) do
    if button.id == 'tryAgain' and button.enabled then
      return statusd.press({ button = 'option', failureId = box.failureId, optionId = button.id })
    end
  end
  statusd.press({ button = 'refresh', resource = name })
end

local function choose(buffer)
  local option = options[buffer][vim.api.nvim_win_get_cursor(0)[1]]
  if option then
    require('statusd').press({ button = 'option', failureId = option.failureId, optionId = option.optionId })
  end
end

local function map_keys(buffer, name)
  local function press(button)
    return function()
      require('statusd').press({ button = button, resource = name })
    end
  end
  local keys = {
    r = { 'Try again, or fetch', function() again(name) end },
    s = { 'Stop fetching', press('stop') },
    p = { 'Switch polling', press('polling') },
    ['<CR>'] = { 'Perform the option under the cursor', function() choose(buffer) end },
    q = { 'Close', '<Cmd>close<CR>' },
  }
  for key, action in pairs(keys) do
    vim.keymap.set('n', key, action[2], { buffer = buffer, nowait = true, desc = action[1] })
  end
end

-- Buffers

local function scratch(name)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(buffer, SCHEME .. name)
  vim.bo[buffer].bufhidden, vim.bo[buffer].modifiable = 'wipe', false
  return buffer
end

--- Shows a buffer in a window: the one that has it, or another.
local function enter(buffer)
  local window = vim.fn.bufwinid(buffer)
  if window ~= -1 then
    return vim.api.nvim_set_current_win(window)
  end
  vim.cmd('botright sbuffer ' .. buffer)
end

--- Shows a part of the screen in a window, and fetches what was never fetched.
---@param name string
function M.show(name)
  local statusd = require('statusd')
  local live = statusd.live()
  if not buffers[name] then
    local buffer = scratch(name)
    buffers[name] = buffer
    vim.bo[buffer].filetype = 'statusd'
    map_keys(buffer, name)
    vim.api.nvim_create_autocmd('BufWipeout', { buffer = buffer, callback = function()
      buffers[name], options[buffer] = nil, nil
    end })
  end
  enter(buffers[name])
  live:when(function(screen)
    return screen.resources[name].polling ~= nil -- It is known whether there is a value.
  end, function(screen)
    if screen.resources[name].phase == 'blank' then
      statusd.press({ button = 'refresh', resource = name })
    end
  end)
  write(buffers[name], draw.lines(name, live.screen))
end

local help_buffer

--- Shows the explanation of a failure.
function M._help(help)
  local statusd = require('statusd')
  if not (help_buffer and vim.api.nvim_buf_is_valid(help_buffer)) then
    help_buffer = scratch('help')
    vim.bo[help_buffer].filetype = 'markdown'
  end
  vim.bo[help_buffer].modifiable = true
  vim.api.nvim_buf_set_lines(help_buffer, 0, -1, false, vim.split(help.markdown, '\n', { plain = true }))
  vim.bo[help_buffer].modifiable = false
  enter(help_buffer)
  -- It is read in its window now; the screen goes on.
  vim.schedule(function()
    statusd.press({ button = 'closeHelp' })
  end)
end

return M
