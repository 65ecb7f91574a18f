package io.sallyport.regoengine.differential;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Generates calls of builtins with operands of the types that OPA declares, and of words that some of them understand.
 */
final class BuiltinCalls {
    private static final List<String> NUMBERS = List.of(
            "0", "1", "2", "-1", "3", "10", "1.5", "-2.5", "1e3", "64", "255", "65536", "100000000000000000000");
    private static final List<String> STRINGS = List.of(
            "",
            "a",
            "b",
            "a,b",
            "abc",
            "A b",
            "é",
            "😀x",
            "10",
            "-1.5",
            "0x1f",
            "a.b.c",
            "a/b",
            "{}",
            "[1, 2]",
            "{\"a\": [1, null]}",
            "a: 1\nb: [x]",
            "^a.*$",
            "[a-c]+",
            "(",
            "*.test",
            "a*",
            "x.a.test",
            "10.0.0.0/8",
            "10.1.2.3",
            "::1",
            "2001:db8::/32",
            "1.2.3",
            "1.2.3-rc.1",
            "10Mi",
            "1KB",
            "YWJj",
            "YW-_",
            "616263",
            "2024-02-29T12:30:00Z",
            "1h30m",
            "%d %s",
            "a%20b",
            "a=1&b=2",
            "https://u@a.test:8443/p?q=1#f",
            "550e8400-e29b-41d4-a716-446655440000",
            "2006-01-02",
            "sha256",
            "{{.a}}");

    private final Chance chance;
    private final Map<String, RegoObject> declarations;

    /** @param declarations types of functions in OPA's form, by name */
    BuiltinCalls(Chance chance, Map<String, RegoObject> declarations) {
        this.chance = chance;
        this.declarations = declarations;
    }

    /**
     * Returns an expression that calls {@code name}, or null if OPA declares no function that can be called this way.
     */
    @Nullable
    String call(String name) {
        RegoObject declaration = declarations.get(name);
        if (declaration == null || !(declaration.get("type") instanceof RegoString)) {
            return null;
        }
        List<String> operands = new ArrayList<>();
        if (declaration.get("args") instanceof RegoArray arguments) {
            for (int i = 0; i < arguments.size(); i++) {
                operands.add(chance.oneIn(25) ? "input.any" : operand(arguments.get(i), 2));
            }
        }
        return name + "(" + String.join(", ", operands) + ")";
    }

    private String operand(@Nullable RegoValue type, int depth) {
        RegoObject of = type instanceof RegoObject object
                ? object
                : RegoObject.growing().sealed();
        return switch (of.get("type") instanceof RegoString name ? name.text() : "any") {
            case "null" -> "null";
            case "boolean" -> chance.of(List.of("true", "false"));
            case "number" -> chance.of(NUMBERS);
            case "string" -> RegoJson.write(RegoString.of(chance.of(STRINGS)));
            case "array" -> array(of, depth);
            case "set" -> set(of.get("of"), depth);
            case "object" -> object(of, depth);
            default -> any(of.get("of"), depth);
        };
    }

    private String array(RegoObject type, int depth) {
        List<String> elements = new ArrayList<>();
        if (type.get("static") instanceof RegoArray fixed) {
            for (int i = 0; i < fixed.size(); i++) {
                elements.add(operand(fixed.get(i), depth - 1));
            }
        }
        RegoValue rest = type.get("dynamic");
        for (int i = chance.below(4); i > 0 && rest != null && depth > 0; i--) {
            elements.add(operand(rest, depth - 1));
        }
        return "[" + String.join(", ", elements) + "]";
    }

    private String set(@Nullable RegoValue of, int depth) {
        String elements = depth == 0 ? "" : chance.some(3, () -> operand(of, depth - 1));
        return elements.isEmpty() ? "set()" : "{" + elements + "}";
    }

    private String object(RegoObject type, int depth) {
        List<String> pairs = new ArrayList<>();
        if (type.get("static") instanceof RegoArray fixed) {
            for (int i = 0; i < fixed.size(); i++) {
                RegoObject field = (RegoObject) fixed.get(i);
                pairs.add(field.get("key") + ": " + operand(field.get("value"), depth - 1));
            }
        }
        if (type.get("dynamic") instanceof RegoObject rest && depth > 0) {
            for (int i = chance.below(3); i > 0; i--) {
                pairs.add(operand(rest.get("key"), 0) + ": " + operand(rest.get("value"), depth - 1));
            }
        }
        return "{" + String.join(", ", pairs) + "}";
    }

    private String any(@Nullable RegoValue choices, int depth) {
        if (choices instanceof RegoArray listed && listed.size() > 0) {
            return operand(listed.get(chance.below(listed.size())), depth);
        }
        return switch (depth <= 0 ? chance.below(3) : chance.below(6)) {
            case 0 -> chance.of(NUMBERS);
            case 1 -> RegoJson.write(RegoString.of(chance.of(STRINGS)));
            case 2 -> chance.of(List.of("null", "true"));
            case 3 -> "[" + chance.some(3, () -> any(null, depth - 1)) + "]";
            case 4 -> "{\"a\": " + any(null, depth - 1) + "}";
            default -> "{" + any(null, depth - 1) + "}";
        };
    }
}
