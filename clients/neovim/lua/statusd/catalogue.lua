--- The names of the catalogue. Written by scripts/schema from schema/failures.json.
---
--- Each name stands for itself. One that there is not is an error, so that a slip of the pen is found.

--- A table whose other names are errors.
---@param what string
---@param list string[]
---@return table<string, string>
local function closed(what, list)
  local names = {}
  for _, name in ipairs(list) do
    names[name] = name
  end
  return setmetatable(names, {
    __index = function(_, name)
      error(('no %s is called %s'):format(what, tostring(name)), 2)
    end,
  })
end

local M = {}

--- What can fail. A newer daemon may have more.
M.kinds = closed('kind of failure', {
  'parseError',
  'invalidRequest',
  'methodNotFound',
  'invalidParams',
  'internalError',
  'requestCancelled',
  'shuttingDown',
  'overloaded',
  'responseTooLarge',
  'offline',
  'hostNotFound',
  'cannotConnect',
  'connectionLost',
  'timeout',
  'secureConnectionFailed',
  'certificateInvalid',
  'tooManyRedirects',
  'bodyTooLarge',
  'badServerResponse',
  'transportFailed',
  'badRequest',
  'unauthorized',
  'forbidden',
  'notFound',
  'tooManyRequests',
  'serverError',
  'serviceUnavailable',
  'unexpectedStatus',
  'missingData',
  'malformedData',
  'unexpectedShape',
  'locationUnavailable',
  'locationDenied',
  'locationNoFix',
  'locationNoDevice',
  'outOfSpace',
  'diskFull',
  'storeUnwritable',
  'storeCorrupt',
  'fileNotFound',
  'fileUnreadable',
  'commandFailed',
  'sourceMisconfigured',
  'failureNotFound',
  'optionNotFound',
  'alreadyRecovered',
  'nothingToRetry',
})

--- What can be done about it, in the order in which options come. `custom:NAME` are the user's own.
M.options = closed('option', {
  'cancel',
  'tryAgain',
  'tryLater',
  'waitForConnection',
  'useLastKnown',
  'keepTrying',
  'signIn',
  'freeSpace',
  'buyMoreSpace',
  'useDemoRoute',
  'openSettings',
  'showHelp',
})

return M
