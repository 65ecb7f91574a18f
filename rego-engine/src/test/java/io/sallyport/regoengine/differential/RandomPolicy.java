package io.sallyport.regoengine.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Random policies in Rego. They use few words and nest little; OPA's compiler discards what it refuses. Confined to one
 * thread.
 */
final class RandomPolicy {
    private static final List<String> KNOWN = List.of(
            "input.a",
            "input.b",
            "input.n",
            "input.s",
            "input.xs",
            "input.o",
            "input.o.a",
            "input.xs[0]",
            "input.host");
    private static final List<String> SCALARS = List.of(
            "null",
            "true",
            "false",
            "0",
            "1",
            "2",
            "1.5",
            "-3",
            "12345678901234567890",
            "\"a\"",
            "\"b\"",
            "\"a.b\"",
            "\"é\"");
    private static final List<String> COMPARISONS = List.of("==", "!=", "<", ">", "<=", ">=");
    private static final List<String> ARITHMETIC = List.of("+", "-", "*");

    /** What every policy can use, in packages of its own. */
    static final String LIBRARY = """
            package lib.sub

            a := 1

            b := input.n

            ab contains x if some x in input.xs

            ab contains "always"
            """;

    private final Chance chance;
    private final String packageName;
    private final StringBuilder text = new StringBuilder();
    private final List<String> scope = new ArrayList<>();
    private final List<String> unused = new ArrayList<>();
    private int variables;

    /** Returns policies in one plan, each in a package of its own. */
    static Batch batch(Chance chance, int policies, int howManyInputs, boolean wasm) {
        Map<String, String> modules = new TreeMap<>();
        Map<String, List<String>> entrypoints = new TreeMap<>();
        modules.put("lib", LIBRARY);
        for (int i = 0; i < policies; i++) {
            var policy = new RandomPolicy(chance, "p" + i);
            modules.put("p" + i, policy.text());
            entrypoints.put("p" + i, List.of(policy.entrypoint()));
        }
        var input = new RandomInput(chance);
        List<String> inputs =
                IntStream.range(0, howManyInputs).mapToObj(_ -> input.json()).toList();
        return new Batch(modules, entrypoints, inputs, Batch.NO_DATA, wasm);
    }

    RandomPolicy(Chance chance, String packageName) {
        this.chance = chance;
        this.packageName = packageName;
        text.append("package ").append(packageName).append("""


                map := {"a": 1, "b": {"c": [1, 2]}}

                numbers := {1, 2, 3}

                f(x) := x

                g(x) := 1 if x == 1

                g(x) := 2 if {
                    some y in [2, 3, 4]
                    y == x
                    x != 3
                    x != 4
                }

                tree.a.one := 1

                tree.a.two contains input.n

                tree[k] := v if {
                    some k, v in input.o
                    k != "a"
                }
                """);
        rule("r");
    }

    String text() {
        return text.toString();
    }

    /** Returns the path of the evaluated document. */
    String entrypoint() {
        return packageName + "/r";
    }

    private void rule(String name) {
        int form = chance.below(8);
        int bodies = 1 + chance.below(2);
        if (form >= 6) {
            text.append("\ndefault ")
                    .append(name)
                    .append(" := ")
                    .append(chance.of(SCALARS))
                    .append('\n');
        }
        for (int i = 0; i < bodies; i++) {
            scope.clear();
            unused.clear();
            String body = body(1 + chance.below(3), 2, "    ");
            String head = switch (form) {
                case 0, 1 -> name + " contains " + term(2) + " if";
                case 2 -> name + "[" + chance.of(List.of("\"k\"", "input.s", term(1))) + "] := " + term(1) + " if";
                case 3 -> name + ".x[" + chance.of(List.of("input.s", "\"y\"")) + "] contains " + term(1) + " if";
                default -> name + " := " + term(2) + " if";
            };
            text.append('\n').append(head).append(" {\n").append(body).append('}');
            if (form >= 4 && chance.oneIn(2)) {
                scope.clear();
                String otherwise = body(1, 1, "    ");
                text.append(" else := ")
                        .append(term(1))
                        .append(" if {\n")
                        .append(otherwise)
                        .append('}');
            }
            text.append('\n');
        }
    }

    private String body(int statements, int depth, String indent) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < statements; i++) {
            body.append(indent).append(statement(depth, indent)).append('\n');
        }
        if (!unused.isEmpty()) {
            body.append(indent)
                    .append("_ = [")
                    .append(String.join(", ", unused))
                    .append("]\n");
            unused.clear();
        }
        return body.toString();
    }

    private String statement(int depth, String indent) {
        return switch (chance.below(14)) {
            case 0 -> {
                String source = chance.of(List.of("input.xs", "input.o", "map", "numbers", "tree"));
                yield "some " + fresh() + " in " + source;
            }
            case 1 -> {
                String source = chance.of(List.of("input.xs", "input.o", "map"));
                yield "some " + fresh() + ", " + fresh() + " in " + source;
            }
            case 2 -> {
                String value = term(depth);
                yield fresh() + " := " + value;
            }
            case 3 -> {
                yield "not " + comparison(depth);
            }
            case 4 -> {
                yield every(depth, indent);
            }
            case 5 -> {
                yield comparison(1) + " with input as " + term(1);
            }
            case 6 -> {
                yield comparison(1) + " with input.a as " + term(1);
            }
            case 7 -> {
                yield term(1) + " in "
                        + chance.of(List.of("input.xs", "numbers", "{1, \"a\", null}", "[" + term(1) + "]"));
            }
            case 8 -> {
                String value = chance.of(List.of("f([1, input.a])", "input.xs", "input.a", "f([" + term(1) + ", 1])"));
                yield "[" + fresh() + ", " + chance.of(List.of("1", "null", "\"a\"")) + "] = " + value;
            }
            case 10 -> {
                String value = chance.of(List.of("input.o", "input.a", "f({\"a\": 1})"));
                yield "{\"a\": " + fresh() + "} = " + value;
            }
            case 11 -> {
                yield "data.lib.sub[" + fresh() + "]";
            }
            case 9 -> {
                yield "walk(" + chance.of(List.of("input.a", "input.o", "map")) + ", [" + fresh() + ", " + fresh()
                        + "])";
            }
            default -> {
                yield comparison(depth);
            }
        };
    }

    private String every(int depth, String indent) {
        int outer = scope.size();
        List<String> before = List.copyOf(unused);
        unused.clear();
        String variable = fresh();
        String inner = body(1, Math.max(0, depth - 1), indent + "    ");
        while (scope.size() > outer) {
            scope.removeLast();
        }
        unused.addAll(before);
        return "every " + variable + " in input.xs {\n" + inner + indent + "}";
    }

    private String comparison(int depth) {
        return "f(" + term(depth) + ") " + chance.of(COMPARISONS) + " " + term(depth);
    }

    private String term(int depth) {
        if (depth == 0) {
            return simple();
        }
        return switch (chance.below(19)) {
            case 0 -> "[" + chance.some(3, () -> term(depth - 1)) + "]";
            case 1 -> "{" + term(depth - 1) + ", " + term(depth - 1) + "}";
            case 2 -> "{" + chance.of(List.of("\"k\"", "input.s", "1", "[1]")) + ": " + term(depth - 1) + "}";
            case 3 -> comprehension("[", "]", "", depth);
            case 4 -> comprehension("{", "}", "", depth);
            case 5 -> comprehension("{", "}", term(0) + ": ", depth);
            case 6 -> "count(" + chance.of(List.of("input.xs", "input.o", "input.s", "numbers", "tree")) + ")";
            case 7 -> "f(" + term(depth - 1) + ")";
            case 8 -> "g(" + chance.of(List.of("input.n", "1", "input.a")) + ")";
            case 9 -> "(input.n " + chance.of(ARITHMETIC) + " " + chance.of(List.of("1", "input.n", "2.5", "3")) + ")";
            case 10 -> "map[" + chance.of(List.of("input.s", "\"b\"", "\"a\"", "input.a")) + "]";
            case 11 -> "tree." + chance.of(List.of("a", "a.one", "b", "a.two"));
            case 12 -> "object.union({\"a\": {\"x\": 1}}, {\"a\": {\"y\": " + term(0) + "}})";
            case 13 -> "sprintf(\"%v %s\", [" + term(0) + ", " + term(0) + "])";
            case 14 -> "data.lib.sub[" + chance.of(List.of("\"b\"", "input.s", "input.a")) + "]";
            case 15 -> chance.of(List.of("data.lib", "data.lib.sub", "data.lib[input.s]"));
            default -> simple();
        };
    }

    private String comprehension(String open, String close, String key, int depth) {
        int outer = scope.size();
        List<String> before = List.copyOf(unused);
        unused.clear();
        String statement = chance.oneIn(3)
                ? "some " + fresh() + " in input.xs"
                : "some " + fresh() + ", " + fresh() + " in " + chance.of(List.of("input.xs", "input.o"));
        String filter = chance.oneIn(2) ? "; " + comparison(0) : "";
        String uses = "; _ = [" + String.join(", ", unused) + "]";
        unused.clear();
        String made = open + key + term(depth - 1) + " | " + statement + uses + filter + close;
        unused.addAll(before);
        while (scope.size() > outer) {
            scope.removeLast();
        }
        return made;
    }

    private String simple() {
        return switch (chance.below(5)) {
            case 0, 1 -> chance.of(SCALARS);
            case 2 -> scope.isEmpty() ? "input.n" : chance.of(scope);
            default -> chance.of(KNOWN);
        };
    }

    private String fresh() {
        String variable = "x" + variables++;
        scope.add(variable);
        unused.add(variable);
        return variable;
    }
}
