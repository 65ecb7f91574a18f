-- Says that a gateway is there, and whether the store is open. A server that did not write this state (it was started
-- again, or took the place of another) may have lost some of it: nothing is handed out, and no change taken, before
-- the gateways have said what they know.
-- KEYS: state, gateways
-- ARGV: run of the server, gateway, whether it has said all (1) or not (0), milliseconds that each roll call takes,
--       and at most, and for which a gateway counts as there, number of the set of gateways that this one has (empty:
--       none), then gateways that this one knows
-- Answers: phase, number of the last end, of the last change, of the set of gateways; and these, if the set is another.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local at = string.format('%.0f', now)
local phase = redis.call('HMGET', KEYS[1], 'run', 'phase', 'since')
if phase[1] ~= ARGV[1] then
  phase = {ARGV[1], 'roll', at}
  redis.call('HSET', KEYS[1], 'run', ARGV[1], 'phase', 'roll', 'since', at)
end
local changed = 0
for i = 8, #ARGV do
  changed = changed + redis.call('HSETNX', KEYS[2], ARGV[i], ' ' .. at)
end
local said = ARGV[3] == '1' and ARGV[1] or ''
changed = changed + redis.call('HSET', KEYS[2], ARGV[2], said .. ' ' .. at)
local set = redis.call('HGET', KEYS[1], 'set') or '0'
local names = {}
if phase[2] == 'roll' or changed > 0 or ARGV[7] ~= set then
  local all = true
  local entries = redis.call('HGETALL', KEYS[2])
  for i = 1, #entries, 2 do
    local run, seen = string.match(entries[i + 1], '^(%S*) (%d+)$')
    if now - tonumber(seen) > tonumber(ARGV[6]) then
      changed = changed + redis.call('HDEL', KEYS[2], entries[i])
    else
      names[#names + 1] = entries[i]
      all = all and run == ARGV[1]
    end
  end
  if changed > 0 then
    set = tostring(redis.call('HINCRBY', KEYS[1], 'set', 1))
  end
  if phase[2] == 'roll' then
    local took = now - tonumber(phase[3])
    if (all and took >= tonumber(ARGV[4])) or took >= tonumber(ARGV[5]) then
      redis.call('HSET', KEYS[1], 'phase', 'open')
      phase[2] = 'open'
    end
  end
end
local last = redis.call('HMGET', KEYS[1], 'ends', 'changes')
return {phase[2], last[1] or '0', last[2] or '0', set, unpack(names)}
