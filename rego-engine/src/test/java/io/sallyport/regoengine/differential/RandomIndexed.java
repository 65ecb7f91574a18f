package io.sallyport.regoengine.differential;

import java.util.ArrayList;
import java.util.List;

/**
 * Rules whose bodies have conditions that fail beside conditions that OPA's index of rules compares, in every order: a
 * set, a rule with {@code else}, and a function. Nothing else asks for them.
 */
final class RandomIndexed {
    static final List<String> ENTRYPOINTS = List.of("guarded", "chained", "argued");

    private static final List<String> FAILING = List.of(
            "to_number(input.s) >= 0",
            "x%1$d := to_number(input.net.host); x%1$d > 0",
            "1 / input.net.port > 0",
            "clash(input.o.a) == 1",
            "some y%1$d in data.lists.names; to_number(y%1$d) > 0",
            "input.net.kind != 1; to_number(input.o.b.host) > 0");

    private static final List<String> COMPARED = List.of(
            "input.s == %2$s",
            "%2$s == input.net.host",
            "input.net.port == %2$s",
            "h%1$d := input.net.kind; h%1$d == %2$s",
            "n%1$d := input.net; n%1$d.host == %2$s",
            "k%1$d := %2$s; input.o.a == k%1$d",
            "input.o.b.kind == %2$s",
            "input.net.kind",
            "input.s = %2$s",
            "input == %2$s",
            "input.xs == %2$s",
            "input.net.host == \"a\"");

    private static final List<String> OTHER = List.of(
            "input.xs[_] == %2$s",
            "count([1 | input.xs[_] == %2$s]) >= 0",
            "not input.s == %2$s",
            "every z in input.xs { z != %2$s }",
            "input.net.host != %2$s",
            "startswith(input.net.host, \"a\")",
            "%2$s in input.xs",
            "input.s in [%2$s, 443]",
            "glob.match(\"a*\", [], input.o.b.host)",
            "input.s == %2$s with input.s as %2$s",
            "some i%1$d; input.xs[i%1$d] == %2$s");

    private final Chance chance;
    private final Words words;
    private int number;

    RandomIndexed(Chance chance, Words words) {
        this.chance = chance;
        this.words = words;
    }

    /** Returns rules for the end of a module. */
    String rules() {
        StringBuilder text = new StringBuilder("""


                clash(x) := 1 if x != 0

                clash(x) := 2 if x == "a"

                argued contains 1 if argument(input.s) == 1

                argued contains 2 if argument(input.net.host) == 2""");
        for (int i = 0; i < 4; i++) {
            text.append("\n\nguarded contains ").append(i).append(body(List.of()));
        }
        text.append("\n\nchained := 1").append(body(List.of()));
        text.append(" else := 2").append(body(List.of()));
        text.append("\n\nargument(x) := 1").append(body(List.of("x == %2$s")));
        text.append(" else := 2").append(body(List.of("%2$s == x")));
        return text.toString();
    }

    private String body(List<String> first) {
        List<String> conditions = new ArrayList<>(first);
        conditions.add(chance.of(FAILING));
        conditions.add(chance.of(COMPARED));
        for (int i = chance.below(3); i > 0; i--) {
            conditions.add(chance.of(chance.oneIn(2) ? OTHER : COMPARED));
        }
        StringBuilder body = new StringBuilder(" if {");
        while (!conditions.isEmpty()) {
            String condition = conditions.remove(chance.below(conditions.size()));
            body.append("\n\t").append(condition.formatted(number++, words.key(chance)));
        }
        return body.append("\n}").toString();
    }
}
