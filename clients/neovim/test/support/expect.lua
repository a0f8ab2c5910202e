--- What tests demand. Each says what there was instead.

local M = {}

function M.equal(actual, expected)
  if not vim.deep_equal(actual, expected) then
    error(('expected %s, got %s'):format(vim.inspect(expected), vim.inspect(actual)), 2)
  end
end

function M.match(text, pattern)
  if type(text) ~= 'string' or not text:find(pattern) then
    error(('expected a match of %q, got %s'):format(pattern, vim.inspect(text)), 2)
  end
end

function M.ok(value, what)
  if not value then
    error(what or 'expected something that is true, got ' .. vim.inspect(value), 2)
  end
end

return M
