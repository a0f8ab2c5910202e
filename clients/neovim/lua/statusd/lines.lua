--- What comes in pieces of any size, as lines.
---
--- A message is one line, whatever its length, so nothing is cut.

local Lines = {}
Lines.__index = Lines

function Lines.new()
  return setmetatable({ begun = {} }, Lines)
end

--- The lines that end in this piece, without their LF.
---@param piece string
---@return string[]
function Lines:feed(piece)
  local whole, from = {}, 1
  local at = piece:find('\n', from, true)
  while at do
    table.insert(self.begun, piece:sub(from, at - 1))
    table.insert(whole, table.concat(self.begun))
    self.begun, from = {}, at + 1
    at = piece:find('\n', from, true)
  end
  table.insert(self.begun, piece:sub(from))
  return whole
end

return Lines
