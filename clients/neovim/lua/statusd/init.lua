--- statusd in Neovim: one daemon for the editor, and what its screens show. `:help statusd` explains it.

local M = {}

---@class statusd.Options: statusd.ClientOptions
---@field resources? (string|statusd.ShownPart)[] What the editor shows, in order: all that the daemon has without it.
---@field words? "seconds"|"minutes"|"none" How exact times are on the screens: to the second without it.
---@field start? boolean Whether `setup` starts the daemon; otherwise the first command does.
---@field notify? fun(message: string, level: integer) `vim.notify` without it.
---@field perform? fun(option: statusd.RecoveryOption) Performs options of the user's own that are the client's.

---@class statusd.ShownPart: statusd.Spec
---@field shape? "any" Another than the resource's own.
---@field text? fun(value: any): string The value in few words, for the status line.

---@type statusd.Options
M.options = {}
--- What was wrong with the options that `setup` was given last.
---@type string[]
M.problems = {}

local client, live, leaving

--- Sets the options. A daemon that runs is ended, because they are those of its start. What is wrong is said and left
--- out, so that a mistake ends neither the user's own configuration nor the plugin.
---@param options? statusd.Options
function M.setup(options)
  M.close()
  M.options, M.problems = require('statusd.options').checked(options or {})
  for _, problem in ipairs(M.problems) do
    M.notify('statusd.setup: ' .. problem, vim.log.levels.ERROR)
  end
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
  client = require('statusd.client').start(M._client_options())
  client:listen(function(method, params)
    if method == '$/ended' and params.is_final and client and not client.is_closing then
      M.notify(tostring(params.failure), vim.log.levels.ERROR)
    end
  end)
  live = M._live()
  leaving = leaving or vim.api.nvim_create_autocmd('VimLeavePre', {
    desc = 'Ends the daemon, and waits for its end',
    callback = function()
      M.close()
    end,
  })
end

--- The options of `setup` for a client. `$STATUSD` is for one start, and takes the place of the program that is set.
function M._client_options()
  -- The screens have every value already.
  local options = vim.tbl_extend('keep', M.options, { notifications = { stateChanged = false } })
  local named = require('statusd.system').named_program()
  if named then
    options.cmd = type(options.cmd) == 'table' and vim.list_extend({ named }, options.cmd, 2) or named
  end
  return options
end

function M._live()
  local view = require('statusd.view')
  local announced = require('statusd.announcements').new(M.notify)
  return require('statusd.live').new(client, {
    resources = M.options.resources,
    words = M.options.words,
    is_shown = view.has,
    on_change = function(each)
      announced:announce(each)
      view.redraw(each)
      vim.cmd('redrawstatus!')
      vim.api.nvim_exec_autocmds('User', { pattern = 'StatusdChanged', modeline = false })
    end,
    on_perform = function(option)
      require('statusd.recovery').perform(option, M.options.perform)
    end,
    on_problem = function(text)
      M.notify(text, vim.log.levels.ERROR)
    end,
  })
end

--- Ends the daemon: what is under way is cancelled, everything else is responded to. Nothing of it is left behind.
function M.close()
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

--- What the editor's resources and the location show. Nil before the daemon was started and has said what it has.
---@return statusd.HeldScreen|nil
function M.screen()
  return live and live.main
end

--- A person pressed a button: `press('refresh', { part = 'menu' })`. A daemon is started for it.
---@param button string
---@param params? {part?: string, on?: boolean, failureId?: string, optionId?: string}
function M.press(button, params)
  local pressed = M.live()
  pressed:when(function()
    return pressed:is_open()
  end, function()
    pressed:press(pressed:screen_of(params), button, params)
  end)
end

--- The screens of the editor; starts a daemon if none runs.
function M.live()
  M.start()
  return live
end

--- One line about the resources that the editor shows, or those that are named; it starts nothing.
---
--- In 'statusline': `%{v:lua.require'statusd'.statusline()}`
---@param names? string[]
function M.statusline(names)
  local texts = {}
  for _, part in ipairs(M.options.resources or {}) do
    if part.text then
      texts[part.name] = part.text
    end
  end
  return require('statusd.statusline').text(live, texts, names)
end

---@param message string
---@param level? integer
function M.notify(message, level)
  (M.options.notify or vim.notify)(message, level or vim.log.levels.INFO)
end

return M
