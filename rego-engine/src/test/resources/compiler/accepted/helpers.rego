package sample.helpers

double(x) := x * 2

pick(object_, key) := value if value := object_[key]

pick(object_, key) := "none" if not object_[key]

clean(path) := concat("/", [part | some part in split(path, "/"); part != ""])
