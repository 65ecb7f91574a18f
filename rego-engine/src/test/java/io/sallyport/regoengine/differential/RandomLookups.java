package io.sallyport.regoengine.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Terms with look-ups: in base documents, in documents of rules, in the input, and in what a local holds. A term whose
 * type OPA knows is only used as a key, because OPA refuses look-ups that can find nothing. For one body; confined to
 * one thread.
 */
final class RandomLookups {
    private static final List<String> BASE = List.of(
            "data.lists.ports",
            "data.lists.ports",
            "data.lists.rows",
            "data.lists.names",
            "data.lists.tree",
            "data.lists.tree.a",
            "data.lists.flags",
            "data.lists");

    /** What {@code with} also replaces parts of. */
    private static final List<String> WHOLE =
            List.of("data.lists", "data.lists.tree", "data.lists.tree.a", "data.lists.flags");

    private static final List<String> PARTS = List.of(
            "data.lists.ports",
            "data.lists.ports",
            "data.lists.rows",
            "data.lists.names",
            "data.lists.tree.a.b",
            "data.lists.tree.xs",
            "data.lists.flags.a");
    private static final List<String> OF_INPUT =
            List.of("input.net.port", "input.net.host", "input.net.kind", "input.s", "input.xs[0]", "input.o.a");

    private final Chance chance;
    private final Words words;
    private final RandomRules.Asked asked;
    private final List<String> scope = new ArrayList<>();
    private final Set<String> ofAnyType = new TreeSet<>();
    private int fresh;

    /** @param asked the names of rules in the package */
    RandomLookups(Chance chance, Words words, RandomRules.Asked asked) {
        this.chance = chance;
        this.words = words;
        this.asked = asked;
    }

    /** Adds a local that is known from here on, of a type that OPA does not know. */
    String learn(String local) {
        ofAnyType.add(local);
        return learnKey(local);
    }

    /** Adds a local that is known from here on and may be used as a key. */
    String learnKey(String local) {
        scope.add(local);
        return local;
    }

    /** Returns the name of a new local. */
    String fresh() {
        return "x" + fresh++;
    }

    /** Returns how much is known now. */
    int known() {
        return scope.size();
    }

    /** Forgets everything except the first {@code known}, at the end of a block within a body. */
    void leave(int known) {
        while (scope.size() > known) {
            ofAnyType.remove(scope.removeLast());
        }
    }

    String key() {
        return switch (chance.below(scope.isEmpty() ? 5 : 9)) {
            case 0, 1 -> words.key(chance);
            case 2, 3 -> chance.of(OF_INPUT);
            case 4 -> chance.of(List.of("data.lists.names[0]", "data.lists.names[1]", "data.lists.rows[0].hosts[1]"));
            default -> chance.of(scope);
        };
    }

    /** Returns a key of a type that OPA does not know. */
    String anyKey() {
        return ofAnyType.isEmpty() || chance.oneIn(3) ? chance.of(OF_INPUT) : chance.of(List.copyOf(ofAnyType));
    }

    /** Returns a part of a document, or the document. */
    String collection() {
        return switch (chance.below(12)) {
            case 0 -> "input.xs";
            case 1 -> chance.of(List.of("input.o", "input.net"));
            case 2, 3 -> asked.documents().isEmpty() ? "data.lists.names" : chance.of(asked.documents());
            case 4, 5 -> ofAnyType.isEmpty() ? "data.lists.rows" : chance.of(List.copyOf(ofAnyType));
            case 6, 7 -> lookup();
            default -> chance.of(BASE);
        };
    }

    /** Returns a collection that is written in the rule. */
    String literal() {
        return switch (chance.below(4)) {
            case 0 -> "{" + words.key(chance) + ", " + words.key(chance) + "}";
            case 1 -> "{" + words.key(chance) + ": " + words.key(chance) + "}";
            case 2 -> "{" + words.key(chance) + ": " + key() + "}";
            default -> "[" + words.key(chance) + ", " + key() + "]";
        };
    }

    /** Returns a path of one to three steps below a document. */
    String lookup() {
        StringBuilder path = new StringBuilder(
                switch (chance.below(8)) {
                    case 0 -> chance.of(List.of("input.o", "input.net", "input.xs"));
                    case 1 -> asked.table() == null ? "input" : documentOfRules();
                    case 2 -> ofAnyType.isEmpty() ? "data.lists.tree" : chance.of(List.copyOf(ofAnyType));
                    default -> chance.of(BASE);
                });
        for (int i = chance.below(3); i >= 0; i--) {
            path.append(chance.oneIn(5) ? ".a" : "[" + key() + "]");
        }
        return path.toString();
    }

    /**
     * Returns an object that a rule creates, or a result of one of several rules of a package, which OPA's WebAssembly
     * negates wrongly.
     */
    private String documentOfRules() {
        return words.isWasm() || chance.oneIn(2) ? String.valueOf(asked.table()) : "data.lib.sub[" + anyKey() + "]";
    }

    /** Returns a path that {@code with} can replace, and the replacement. */
    String replaced() {
        return switch (chance.below(asked.replacesData() ? 9 : 3)) {
            case 0, 1 ->
                chance.of(List.of("input", "input.net")) + " as " + (words.isWasm() ? holder() : replacement());
            case 2 -> chance.of(List.of("input.net.port", "input.s", "input.xs", "input.o")) + " as " + replacement();
            case 3, 4, 5 -> chance.of(WHOLE) + " as " + (words.isWasm() ? holder() : replacement());
            case 6 ->
                (asked.documents().isEmpty() ? "data.lists.rows" : chance.of(asked.documents())) + " as "
                        + replacement();
            default -> chance.of(PARTS) + " as " + replacement();
        };
    }

    private String replacement() {
        return switch (chance.below(5)) {
            case 0 -> anyKey();
            case 1, 2 -> collection();
            case 3 -> holder();
            default -> ofAnyType(literal());
        };
    }

    /**
     * Returns an object into which another {@code with} can put something: OPA's WebAssembly overwrites anything except
     * an object.
     */
    private String holder() {
        String key = words.key(chance);
        return ofAnyType(
                switch (chance.below(3)) {
                    case 0 -> "{\"a\": {" + key + ": " + key() + "}}";
                    case 1 -> "{" + key + ": {\"a\": " + key() + "}, \"flags\": {" + key + ": 1}}";
                    default -> "{\"net\": {\"port\": " + key() + "}, \"ports\": {" + key + ": {\"a\": 1}}}";
                });
    }

    /** Returns an array, or a set if an array would show an order that OPA's WebAssembly does not preserve. */
    String list(String comprehension) {
        return words.isWasm() ? "{" + comprehension + "}" : "[" + comprehension + "]";
    }

    /** Returns the value of a term with its type hidden. */
    String ofAnyType(String term) {
        return asked.itself() + "(" + term + ")";
    }

    /** Returns a test for membership in the set that rules create, or for {@code key} in something else. */
    String membership() {
        return asked.known() == null || chance.oneIn(2)
                ? chance.oneIn(3) ? anyKey() + " in " + literal() : key() + " in " + collection()
                : asked.known() + "[" + key() + "]";
    }
}
