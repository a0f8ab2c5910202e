--- `:checkhealth statusd`, and what the documentation says.

local editor = require('support.editor')
local expect = require('support.expect')
local running = require('support.running')
local statusd = require('statusd')

local function checked()
  vim.cmd('silent checkhealth statusd')
  local text = editor.text()
  vim.cmd('bwipeout!')
  return text
end

test('checkhealth finds nothing wrong with the demo, and starts nothing that stays', function()
  editor.with({}, function()
    local text = checked()
    for _, pattern in ipairs({ 'Neovim %d+%.%d+', 'statusd %d+%.%d+%.%d+, protocol 1', 'Its resources: state, menu',
      'menu: fetched', 'None was started yet' }) do
      expect.match(text, pattern)
    end
    expect.ok(not text:find('ERROR') and not text:find('WARN'), text)
    expect.equal(statusd.running(), nil)
  end)
end)

test('checkhealth names a program that is missing, and what helps', function()
  editor.with({}, function()
    local text = checked()
    expect.match(text, 'ERROR:? ?/proc/no/such/statusd cannot be executed')
    expect.match(text, 'pip install statusd.*Or name it in %$STATUSD')
  end, { cmd = '/proc/no/such/statusd' })
end)

test('checkhealth names a source that fails, a resource that there is not, and the daemon of the editor', function()
  editor.with({ '--menu', 'file:/proc/nonexistent/menu.json' }, function(seen)
    vim.cmd('StatusdRefresh menu')
    editor.until_message(seen, 'does not exist')
    local text = checked()
    expect.match(text, 'menu: The file does not exist')
    expect.match(text, 'Check the path, then try again')
    expect.match(text, 'names temp, which the daemon does not have')
    expect.match(text, 'running, process %d+, started again 0 times.*WARN[^\n]*menu: The file does not exist')
    statusd.client().connection:notify('exit')
    editor.until_message(seen, 'statusd ended')
    expect.match(checked(), 'ERROR:? ?statusd ended%. statusd ended with status 1')
  end, { resources = { 'menu', 'temp' } })
end)

test('checkhealth asks the sources with the variables and in the folder of the daemon', function()
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder)
  vim.fn.writefile({ '1' }, folder .. '/temp.json')
  editor.with({ '--resource', 'temp=file:temp.json' }, function()
    local text = checked()
    expect.match(text, 'temp: fetched')
    expect.match(text, 'menu: The file does not exist')
  end, { cwd = folder, env = { STATUSD_MENU = 'file:nowhere.json' }, resources = { 'menu', 'temp' } })
  vim.fn.delete(folder, 'rf')
end)

test('checkhealth names a program that is no statusd', function()
  editor.with({}, function()
    expect.match(checked(), 'ERROR:? ?The program is no statusd')
  end, { cmd = 'cat', tap = function() end })
end)

-- Documentation

test('every command, option and function of the help is there, and its tags are clean', function()
  local folder = running.ROOT .. '/clients/neovim/doc'
  local text = table.concat(vim.fn.readfile(folder .. '/statusd.txt'), '\n')
  for _, command in ipairs(vim.fn.getcompletion('Statusd', 'cmdline')) do
    expect.match(text, '%*:' .. command .. '%*')
  end
  for name, member in pairs(statusd) do
    if type(member) == 'function' and not vim.startswith(name, '_') then
      expect.match(text, '%*statusd%.' .. name .. '%(%)%*')
    end
  end
  local copy = vim.fn.tempname()
  vim.fn.mkdir(copy)
  vim.fn.writefile(vim.split(text, '\n'), copy .. '/statusd.txt')
  vim.cmd('helptags ' .. copy)
  expect.ok(#vim.fn.readfile(copy .. '/tags') > 20)
  vim.fn.delete(copy, 'rf')
end)

test('the screen of the README is held', function()
  local text = table.concat(vim.fn.readfile(running.ROOT .. '/clients/neovim/README.md'), '\n')
  local code = text:match('```lua\n(local client[^`]-client:screen.-\n)```')
  local printed, print_before, program = nil, print, vim.env.STATUSD
  _G.print, vim.env.STATUSD = function(...)
    printed = { ... }
  end, running.binary()
  assert(loadstring(code))()
  running.eventually(function()
    return printed and printed[1] == 'content'
  end)
  expect.equal(printed, { 'content', 'just now' })
  _G.print, vim.env.STATUSD = print_before, program
end)

test('the first command of the README has five lines at most, and works', function()
  local text = table.concat(vim.fn.readfile(running.ROOT .. '/clients/neovim/README.md'), '\n')
  local code = text:match('```lua\n(.-\n)```')
  expect.ok(select(2, code:gsub('\n', '')) <= 5, code)
  local printed, print_before = {}, print
  _G.print = function(text_)
    table.insert(printed, text_)
  end
  editor.with({}, function()
    assert(loadstring(code))()
    vim.cmd('Menu')
    running.eventually(function()
      return #printed == 1
    end)
    expect.match(printed[1], '^starters')
  end)
  editor.with({ '--menu', 'file:/proc/nonexistent/menu.json' }, function()
    vim.cmd('Menu')
    running.eventually(function()
      return #printed == 2
    end)
    expect.match(tostring(printed[2]), '^The file does not exist%. ')
  end)
  _G.print = print_before
  vim.api.nvim_del_user_command('Menu')
end)
