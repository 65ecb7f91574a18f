package io.sallyport.regoengine.differential;

import java.util.List;

/** Inputs from few words, so that policies often match them: {@code a} and {@code b} of any kind, the rest as named. */
final class RandomInput {
    private static final List<String> SCALARS = List.of(
            "null",
            "true",
            "false",
            "0",
            "1",
            "2",
            "-1",
            "1.5",
            "1.0",
            "100000000000000000000",
            "\"\"",
            "\"a\"",
            "\"b\"",
            "\"é\"");

    private final Chance chance;

    RandomInput(Chance chance) {
        this.chance = chance;
    }

    String json() {
        if (chance.oneIn(20)) {
            return "null";
        }
        StringBuilder object = new StringBuilder("{\"kind\": " + chance.of(List.of("\"http\"", "\"connect\"")));
        field(object, "a", any(2));
        field(object, "b", any(2));
        field(object, "n", chance.of(List.of("0", "1", "2", "3", "7")));
        field(object, "s", chance.of(List.of("\"a\"", "\"b\"", "\"a.b\"", "\"ab\"")));
        field(object, "xs", "[" + chance.some(4, () -> any(1)) + "]");
        field(object, "o", object(1));
        field(object, "host", chance.of(List.of("\"a.test\"", "\"b.a.test\"", "\"c.test\"")));
        return object.append('}').toString();
    }

    private void field(StringBuilder object, String name, String value) {
        if (!chance.oneIn(5)) {
            object.append(", \"").append(name).append("\": ").append(value);
        }
    }

    private String any(int depth) {
        return switch (depth == 0 ? 0 : chance.below(4)) {
            case 1 -> "[" + chance.some(3, () -> any(depth - 1)) + "]";
            case 2 -> object(depth);
            default -> chance.of(SCALARS);
        };
    }

    private String object(int depth) {
        StringBuilder object = new StringBuilder("{");
        for (String key : List.of("a", "b", "c")) {
            if (chance.oneIn(2)) {
                object.append(object.length() == 1 ? "" : ", ")
                        .append('"')
                        .append(key)
                        .append("\": ")
                        .append(any(depth - 1));
            }
        }
        return object.append('}').toString();
    }
}
