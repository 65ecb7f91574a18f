-- Says that a gateway is there, and whether slices are handed out. A server that did not write this state (it was
-- started again, or took the place of another) may have lost some of it: nothing is handed out before the gateways
-- have said what they know.
-- KEYS: state, gateways
-- ARGV: run of the server, gateway, whether it has said all (1) or not (0), milliseconds that each roll call takes,
--       and at most, and for which a gateway counts as there, then gateways that this one knows
-- Answers: phase, number of the last end or change, and all gateways.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('HGET', KEYS[1], 'run') ~= ARGV[1] then
  redis.call('HSET', KEYS[1], 'run', ARGV[1], 'phase', 'roll', 'since', string.format('%.0f', now))
end
for i = 7, #ARGV do
  redis.call('HSETNX', KEYS[2], ARGV[i], ' ' .. string.format('%.0f', now))
end
local said = ARGV[3] == '1' and ARGV[1] or ''
redis.call('HSET', KEYS[2], ARGV[2], said .. ' ' .. string.format('%.0f', now))
local names = {}
local all = true
local entries = redis.call('HGETALL', KEYS[2])
for i = 1, #entries, 2 do
  local run, seen = string.match(entries[i + 1], '^(%S*) (%d+)$')
  if now - tonumber(seen) > tonumber(ARGV[6]) then
    redis.call('HDEL', KEYS[2], entries[i])
  else
    names[#names + 1] = entries[i]
    all = all and run == ARGV[1]
  end
end
local phase = redis.call('HGET', KEYS[1], 'phase')
if phase == 'roll' then
  local took = now - tonumber(redis.call('HGET', KEYS[1], 'since'))
  if (all and took >= tonumber(ARGV[4])) or took >= tonumber(ARGV[5]) then
    redis.call('HSET', KEYS[1], 'phase', 'open')
    phase = 'open'
  end
end
return {phase, redis.call('HGET', KEYS[1], 'ends') or redis.call('HGET', KEYS[1], 'changes') or '0', unpack(names)}
