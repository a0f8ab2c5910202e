--- A table that keeps the order in which its keys came, as Lua's own do not.

local Ordered = {}
Ordered.__index = Ordered

function Ordered.new()
  return setmetatable({ keys = {}, map = {} }, Ordered)
end

function Ordered:get(key)
  return self.map[key]
end

--- A key that is there keeps its place.
function Ordered:set(key, value)
  if self.map[key] == nil then
    table.insert(self.keys, key)
  end
  self.map[key] = value
end

function Ordered:delete(key)
  if self.map[key] == nil then
    return
  end
  self.map[key] = nil
  for index, each in ipairs(self.keys) do
    if each == key then
      return table.remove(self.keys, index)
    end
  end
end

--- In order; a list of its own, so that the table may be changed meanwhile.
function Ordered:values()
  return vim.tbl_map(function(key)
    return self.map[key]
  end, self.keys)
end

function Ordered:is_empty()
  return #self.keys == 0
end

return Ordered
