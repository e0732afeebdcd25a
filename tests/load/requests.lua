-- Sends the requests of a file in turn, beginning anew at its end.
local requests = {}
local at = 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  local text = file:read("*a")
  file:close()
  for one in text:gmatch("([^\30]+)\30") do
    requests[#requests + 1] = one
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end
