package web_test

import data.web

test_get if web.allow with input as {"method": "GET", "path": "/public/x"}

test_post if not web.allow with input as {"method": "POST", "user": "root"}

test_level if web.level == "low" with input.user as "guest"

test_names if web.names == {"a"} with input.names as ["a", "_b"]

test_squares if web.squares == [1, 4] with input.numbers as [1, 2]

test_small if not web.all_small with input.numbers as [1, 20]
