--- One daemon for several clients.

local Client = require('statusd.client')
local editor = require('support.editor')
local expect = require('support.expect')
local running = require('support.running')
local statusd = require('statusd')
local system = require('statusd.system')

--- The daemons that run, as `statusd daemons` lists them.
local function daemons()
  return vim.json.decode(vim.fn.system({ running.binary(), 'daemons', '--json' })).daemons
end

--- A folder of sockets for the length of `body()`, and the end of what serves there.
local function with_sharing(body)
  local folder, before = vim.fn.tempname(), vim.env.XDG_RUNTIME_DIR
  vim.fn.mkdir(folder, '', 448) -- 0700
  vim.env.XDG_RUNTIME_DIR = folder
  local is_done, problem = xpcall(body, debug.traceback)
  for _, daemon in ipairs(daemons()) do
    system.uv.kill(daemon.pid, 'sigterm')
  end
  vim.env.XDG_RUNTIME_DIR = before
  if not is_done then
    error(problem, 0)
  end
end

test('a program that is shared is connected to', function()
  expect.equal(Client.command({ cmd = { 'a', 'b' }, args = { 'c' }, shared = true }), { 'a', 'connect', 'b', 'c' })
  expect.equal(Client.command({ shared = true }), { 'statusd', 'connect' })
end)

test('what one client fetches, the other has', function()
  with_sharing(function()
    running.running({}, function(one)
      running.running({}, function(other)
        expect.equal((one:call_sync('refresh', { resource = 'menu' })), nil)
        local _, seen = other:call_sync('getState', { resource = 'menu' })
        expect.equal({ seen.status, seen.revision > 1 }, { 'loaded', true })
        expect.equal({ #daemons(), daemons()[1].sessions }, { 1, 2 })
      end, { shared = true, tap = function() end })
    end, { shared = true, tap = function() end })
  end)
end)

test('a shared daemon that dies is started again for the editor', function()
  with_sharing(function()
    editor.with({}, function()
      vim.cmd('StatusdRefresh menu')
      editor.until_phase('menu', 'content')
      system.uv.kill(daemons()[1].pid, 'sigkill')
      running.eventually(function()
        return statusd.running().restarts == 1
      end)
      vim.cmd('StatusdRefresh menu')
      editor.until_phase('menu', 'content')
    end, { shared = true, restart = true, tap = function() end })
  end)
end)

test('checkhealth asks the sources of a shared daemon', function()
  with_sharing(function()
    editor.with({}, function()
      vim.cmd('silent checkhealth statusd')
      local text = editor.text()
      vim.cmd('bwipeout!')
      expect.match(text, 'menu: fetched')
    end, { shared = true, tap = function() end })
  end)
end)
