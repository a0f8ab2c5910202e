--- statusd in Neovim: one daemon for the editor, and what its screen shows. `:help statusd` explains it.

local M = {}

---@class statusd.Options: statusd.ClientOptions
---@field resources? (string|statusd.ShownPart)[] What the editor shows, in order: `state` and `menu` without it.
---@field start? boolean Whether `setup` starts the daemon; otherwise the first command does.
---@field notify? fun(message: string, level: integer) `vim.notify` without it.
---@field perform? fun(option: statusd.RecoveryOption) Performs options of the user's own that are the client's.
---@field clock? fun(): number Seconds since 1970, by the daemon's clock.

---@class statusd.ShownPart: statusd.Part
---@field text? fun(value: any): string The value in few words, for the status line.

---@type statusd.Options
M.options = { resources = { 'state', 'menu' } }

local client, live, leaving

--- Sets the options. A daemon that runs is ended, because they are those of its start.
---@param options? statusd.Options
function M.setup(options)
  M.close()
  M.options = vim.tbl_extend('keep', options or {}, { resources = { 'state', 'menu' } })
  if M.options.start then
    M.start()
  end
end

--- The daemon's client. The first call starts a daemon, and so does one after a daemon's end.
function M.client()
  M.start()
  return client
end

--- The client that was started last; starts nothing.
function M.running()
  return client
end

--- Starts a daemon if none runs.
function M.start()
  if client and client:is_running() then
    return
  end
  client = require('statusd.client').start(M.options)
  client:listen(function(method, params)
    if method == '$/ended' and params.is_final and client and not client.is_closing then
      M.notify(tostring(params.failure), vim.log.levels.ERROR)
    end
  end)
  live = live or M._live()
  live:attach(client)
  leaving = leaving or vim.api.nvim_create_autocmd('VimLeavePre', {
    desc = 'Ends the daemon, and waits for its end',
    callback = function()
      M.close()
    end,
  })
end

function M._live()
  local announced = require('statusd.announcements').new(M.notify)
  return require('statusd.live').new({
    parts = M.options.resources,
    clock = M.options.clock,
    on_change = function(screen)
      announced:announce(screen)
      require('statusd.view').redraw(screen)
      vim.cmd('redrawstatus!')
      vim.api.nvim_exec_autocmds('User', { pattern = 'StatusdChanged', modeline = false })
    end,
    on_perform = function(option)
      require('statusd.recovery').perform(option, M.options.perform)
    end,
  })
end

--- Ends the daemon: what is under way is cancelled, everything else is responded to. Nothing of it is left behind.
function M.close()
  if live then
    live:detach()
  end
  if client then
    client:close({ cancels = true })
  end
  client, live = nil, nil
end

--- Calls a method of the daemon: `callback(failure, result)`. What it returns cancels the call.
---@param method string
---@param params? table
---@param callback? fun(failure?: statusd.ClientFailure, result?: any)
---@param options? {timeout?: number}
function M.call(method, params, callback, options)
  return M.client():call(method, params, callback, options)
end

--- What to draw, as docs/presenter.md of statusd says; nil before the first start.
function M.screen()
  return live and live.screen
end

--- A person pressed a button: `{ button = 'refresh', resource = 'menu' }`.
function M.press(button)
  M.start()
  live:press(button)
end

--- The running screen, which starts with the daemon.
function M.live()
  M.start()
  return live
end

--- One line about the resources that the editor shows, or those that are named; it starts nothing.
---
--- In 'statusline': `%{v:lua.require'statusd'.statusline()}`
---@param names? string[]
function M.statusline(names)
  return require('statusd.statusline').text(M.screen(), M.options.resources, names)
end

---@param message string
---@param level? integer
function M.notify(message, level)
  (M.options.notify or vim.notify)(message, level or vim.log.levels.INFO)
end

return M
