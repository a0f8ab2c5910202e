--- What comes in pieces of any size, as lines.
---
--- A message is one line, whatever its length up to a limit, so nothing is cut.

local Lines = {}
Lines.__index = Lines

--- Bytes: more than any value that a daemon would be configured to keep.
Lines.LONGEST = 64 * 1024 * 1024

---@param limit? integer
function Lines.new(limit)
  return setmetatable({ begun = {}, length = 0, limit = limit or Lines.LONGEST }, Lines)
end

--- The lines that end in this piece, without their LF.
---@param piece string
---@return string[]
---@return string|nil problem Where a line is longer than the limit. Nothing is taken any more.
function Lines:feed(piece)
  local whole, from = {}, 1
  if self.is_full then
    return whole
  end
  local at = piece:find('\n', from, true)
  while at and self.length + at - from <= self.limit do
    table.insert(self.begun, piece:sub(from, at - 1))
    table.insert(whole, table.concat(self.begun))
    self.begun, self.length, from = {}, 0, at + 1
    at = piece:find('\n', from, true)
  end
  table.insert(self.begun, piece:sub(from))
  self.length = self.length + #piece - from + 1
  if self.length > self.limit then
    self.begun, self.is_full = {}, true
    return whole, ('It wrote a message of more than %d bytes'):format(self.limit)
  end
  return whole
end

return Lines
