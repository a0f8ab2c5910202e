--- Buffers that show a part of a screen, and follow it.

local draw = require('statusd.view.draw')

local M = {}

local SCHEME = 'statusd://'
local space = vim.api.nvim_create_namespace('statusd')
--- The buffers by the name of what they show, and what that is.
local buffers, specs = {}, {}
--- By buffer: the option of each line that is one.
local options = {}

for group, link in pairs({
  StatusdTitle = 'Title', StatusdCategory = 'Identifier', StatusdFailure = 'WarningMsg',
  StatusdOption = 'Underlined', StatusdHint = 'Comment',
}) do
  vim.cmd(('highlight default link %s %s'):format(group, link))
end

---@param name string
function M.has(name)
  return buffers[name] ~= nil
end

--- Whether a window shows it.
---@param name string
function M.is_visible(name)
  return M.has(name) and vim.fn.bufwinid(buffers[name]) ~= -1
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

--- Draws every buffer anew. What `setup` has left out since has none any more.
function M.redraw(live)
  for name, buffer in pairs(vim.tbl_extend('keep', {}, buffers)) do
    local screen = live:find(name)
    if screen then
      write(buffer, draw.lines(name, screen, live:failures(name)))
    elseif live:is_open() and live.families[specs[name].resource] then
      live:with(specs[name], function() end) -- After another start.
    elseif live:is_open() then
      vim.api.nvim_buf_delete(buffer, { force = true })
    end
  end
  for _, screen in ipairs(live:screens()) do
    if screen.help then
      M._help(screen)
    end
  end
end

-- Keys

--- Presses a button, of a daemon that is started for it if none runs.
local function press(name, button, params)
  local live = require('statusd').live()
  live:with(specs[name], function(screen)
    live:press(screen, button, params or { part = name })
  end)
end

local function choose(name, box, option_id)
  press(name, 'option', { failureId = box.failureId, optionId = option_id })
end

--- Tries what failed again where that is offered, and fetches otherwise.
local function again(name)
  for _, box in ipairs(require('statusd').live():failures(name)) do
    for _, button in ipairs(box.buttons) do
      if button.id == 'tryAgain' and button.enabled then
        return choose(name, box, button.id)
      end
    end
  end
  press(name, 'refresh')
end

local function choose_here(name)
  local option = options[buffers[name]][vim.api.nvim_win_get_cursor(0)[1]]
  if option then
    choose(name, option, option.optionId)
  end
end

local function map_keys(buffer, name)
  local function presses(button)
    return function()
      press(name, button)
    end
  end
  local keys = {
    r = { 'Try again, or fetch', function() again(name) end },
    s = { 'Stop fetching', presses('stop') },
    p = { 'Switch polling', presses('polling') },
    ['<CR>'] = { 'Perform the option under the cursor', function() choose_here(name) end },
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

local function make(spec)
  local name, buffer = spec.name, scratch(spec.name)
  buffers[name], specs[name] = buffer, spec
  vim.bo[buffer].filetype = 'statusd'
  map_keys(buffer, name)
  vim.api.nvim_create_autocmd('BufWipeout', { buffer = buffer, callback = function()
    buffers[name], specs[name], options[buffer] = nil, nil, nil
    local statusd = require('statusd')
    if statusd.running() and statusd.running():is_running() then
      statusd.live():release(name)
    end
  end })
end

--- Shows a resource or an instance in a window, and fetches what was never fetched.
---@param spec statusd.Spec
function M.show(spec)
  local live, name = require('statusd').live(), spec.name
  live:with(spec, function(screen)
    if not buffers[name] then
      make(spec)
    end
    enter(buffers[name])
    write(buffers[name], draw.lines(name, screen, live:failures(name)))
    if screen.parts[name].phase == 'blank' then
      press(name, 'refresh')
    end
  end)
end

local help_buffer

--- Shows the explanation of a failure.
function M._help(screen)
  local markdown = screen.help.markdown
  if not (help_buffer and vim.api.nvim_buf_is_valid(help_buffer)) then
    help_buffer = scratch('help')
    vim.bo[help_buffer].filetype = 'markdown'
  end
  vim.bo[help_buffer].modifiable = true
  vim.api.nvim_buf_set_lines(help_buffer, 0, -1, false, vim.split(markdown, '\n', { plain = true }))
  vim.bo[help_buffer].modifiable = false
  enter(help_buffer)
  -- It is read in its window now; the screen goes on.
  screen.help = nil
  screen:press('closeHelp')
end

return M
