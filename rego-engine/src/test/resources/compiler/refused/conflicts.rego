package sample.conflicts

a := 1

a contains 2

f(x) := x

f(x, y) := x + y

default g := 1

default g := 2
