--- The parts of a screen: each shows a resource, or one instance of a parameterised resource.

local key_of = require('statusd.instances').key_of

local M = {}

--- What failures of the location are about.
M.LOCATION = key_of({ resource = 'location' })
--- The shapes of the daemon's own resources; any other has the shape `any`.
local SHAPES = { state = 'fleet', menu = 'menu' }

---@class statusd.Part
---@field name string The name that the screen has for it.
---@field shape? "fleet"|"menu"|"any"
---@field resource? string Another than `name`.
---@field arguments? table<string, string> Of an instance of a parameterised resource.

--- A part as the presenter keeps it. A string is the name of a resource.
---@param described string|statusd.Part
function M.part(described)
  local given = type(described) == 'string' and { name = described } or described
  local resource = given.resource or given.name
  -- What every request about it has.
  local params = { resource = resource, arguments = given.arguments }
  return { name = given.name, shape = given.shape or SHAPES[resource] or 'any', params = params, key = key_of(params) }
end

return M
