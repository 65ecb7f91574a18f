package sample.safety

a if x == y

b[k] if input.k

c := d

d := c
