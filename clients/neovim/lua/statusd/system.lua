--- What this client takes from the system: the event loop, timers, signals' names, callbacks that may fail.

local M = {}

--- `vim.uv` since Neovim 0.10, `vim.loop` before.
M.uv = vim.uv or vim.loop

--- Calls `action` on the main loop after some seconds; what it returns puts an end to that.
---@param seconds number
---@param action fun()
---@return fun() stop
function M.after(seconds, action)
  local timer = M.uv.new_timer()
  local function stop()
    if not timer:is_closing() then
      timer:close()
    end
  end
  timer:start(math.floor(seconds * 1000), 0, function()
    vim.schedule(function()
      -- Stopped between the timer's end and this turn of the loop: then it is closed already.
      if not timer:is_closing() then
        stop()
        action()
      end
    end)
  end)
  return stop
end

--- What `$STATUSD` names; nil where it is empty.
---@return string|nil
function M.named_program()
  local named = M.uv.os_getenv('STATUSD')
  return named ~= '' and named or nil
end

--- The longest time of `vim.wait`, in milliseconds.
local LONGEST = 2 ^ 31 - 1

--- Processes events until `condition` holds, for some seconds at most. Whether it holds; Ctrl-C ends it too.
---@param seconds number
---@param condition fun(): boolean
function M.wait(seconds, condition)
  return (vim.wait(math.floor(math.min(seconds * 1000, LONGEST)), condition, 5))
end

--- Seconds of a clock that nobody sets.
function M.uptime()
  return M.uv.hrtime() / 1e9
end

--- The name of a signal, such as SIGKILL.
---@param number integer
function M.signal_name(number)
  for name, each in pairs(M.uv.constants) do
    if each == number and vim.startswith(name, 'SIG') then
      return name
    end
  end
  return 'signal ' .. number
end

--- Calls what belongs to somebody else. An error in it is shown, and holds up nothing of this client.
function M.call_out(callback, ...)
  local is_done, problem = pcall(callback, ...)
  if not is_done then
    vim.schedule(function()
      vim.notify(tostring(problem), vim.log.levels.ERROR)
    end)
  end
end

return M
