-- Says that a sandbox or lease has ended, to all gateways: those that are cut off read it when they come back.
-- KEYS: state, ends, the channel
-- ARGV: id, how many ends are kept
local sequence = redis.call('HINCRBY', KEYS[1], 'ends', 1)
redis.call('ZADD', KEYS[2], sequence, ARGV[1])
local over = redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[2])
if over > 0 then
  redis.call('ZREMRANGEBYRANK', KEYS[2], 0, over - 1)
end
redis.call('PUBLISH', KEYS[3], sequence .. ' ' .. ARGV[1])
return {tostring(sequence)}
