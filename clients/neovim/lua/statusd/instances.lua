--- What a message is about: a resource, or one instance of a parameterised resource.

local M = {}

--- The key of a snapshot, a failure or the params of a request, whatever the order of its arguments.
---@param members {resource?: string, arguments?: table<string, string>}
function M.key_of(members)
  local words = { members.resource or vim.NIL }
  local given = members.arguments or {}
  local names = vim.tbl_keys(given)
  table.sort(names)
  for _, name in ipairs(names) do
    vim.list_extend(words, { name, given[name] })
  end
  return vim.json.encode(words)
end

return M
