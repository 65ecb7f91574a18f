package sample.recursion

p if q

q if r

r if p

s if data.sample.recursion[input.x]
