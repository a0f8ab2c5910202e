-- The commands of statusd. Nothing is loaded or started before one of them is used.

if vim.g.loaded_statusd or vim.fn.has('nvim-0.7') == 0 then
  return
end
vim.g.loaded_statusd = true

local function command(name, action, nargs, desc)
  vim.api.nvim_create_user_command(name, function(given)
    -- Before 0.8 an argument that is not given is an empty one.
    require('statusd.commands')[action](given.args == '' and {} or given.fargs)
  end, {
    nargs = nargs,
    desc = desc,
    -- Before 0.10 it is an error where there is nothing to complete.
    complete = nargs ~= 0 and function(...)
      return require('statusd.commands').complete(...)
    end or nil,
  })
end

command('StatusdRefresh', 'refresh', '*', 'Fetch a resource, or all of them')
command('StatusdStop', 'stop', '*', 'Cancel a fetch')
command('StatusdAutoPoll', 'auto_poll', '+', 'Switch the polling of a resource, or of all of them')
command('StatusdMenu', 'menu', 0, 'Show the menu')
command('StatusdShow', 'show', '*', 'Show a resource')
command('StatusdRecover', 'recover', '*', 'Choose what to do about a failure')
command('StatusdLocation', 'location', '?', 'Start or stop the location, or say where this computer is')
