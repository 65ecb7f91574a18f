package io.sallyport.regoengine.differential;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The modules of one package, like files of guardrails: rules with several bodies over several files, which look into
 * lists. Rules that other rules use are never contradictory, because OPA evaluates only the bodies that it needs and a
 * plan evaluates all. Their keys are never bound by a loop either: OPA then looks up the requested key instead of
 * looping, in storage by its text.
 */
final class RandomRules {
    private static final List<String> FILES = List.of("a", "b", "c");
    private static final List<String> ENTRYPOINTS = List.of("known", "table", "deny", "flat", "found", "one", "other");

    /** Hides the types of what is looked into from OPA. */
    private static final String OF_ANY_TYPE = """


            itself(x) := x

            known contains input.s

            table[input.s] := input.s if false

            picked(at) := at if false""";

    private final Chance chance;
    private final Words words;
    private final String packageName;
    private final TreeMap<String, StringBuilder> texts = new TreeMap<>();
    private final int bodiesOfAFile;
    private Asked asked;
    private int bodies;

    /**
     * What rules of a package may use: a function that returns its operand, and, null below them, a set, an object, and
     * another function.
     *
     * @param replacesData whether rules may replace data: if one does, some rewritings of the plan are not applied
     */
    record Asked(
            boolean replacesData,
            String itself,
            @Nullable String known,
            @Nullable String table,
            @Nullable String picked) {
        List<String> documents() {
            return known == null || table == null ? List.of() : List.of(known, table);
        }
    }

    /** @param bodiesOfAFile the minimum number of bodies of a rule in each file; at most one more */
    RandomRules(Chance chance, Words words, String packageName, boolean replacesData, int bodiesOfAFile) {
        this.chance = chance;
        this.words = words;
        this.packageName = packageName;
        this.bodiesOfAFile = bodiesOfAFile;
        for (String file : FILES.subList(0, 2 + chance.below(2))) {
            texts.put(packageName + "/" + file, new StringBuilder("package " + packageName));
        }
        String path = "data." + packageName + ".";
        asked = new Asked(replacesData, path + "itself", null, null, null);
        texts.firstEntry().getValue().append(OF_ANY_TYPE);
        rules("known contains " + asked.itself() + "(%s)");
        rules("table[" + asked.itself() + "(%1$s)] := " + asked.itself() + "({%1$s: %1$s, \"next\": [%1$s]})");
        asked = new Asked(replacesData, path + "itself", path + "known", path + "table", null);
        rules("picked(at) := at");
        asked = new Asked(replacesData, path + "itself", path + "known", path + "table", path + "picked");
        rules("deny contains [%2$d, %1$s]");
        rules("flat contains %2$d");
        rules("found[[%2$d, %1$s]] := %1$s");
        complete("one");
        complete("other");
        texts.lastEntry().getValue().append(new RandomIndexed(chance, words).rules());
    }

    /** Returns texts by name; each name is the package's, a slash, and its own. */
    Map<String, String> texts() {
        Map<String, String> all = new TreeMap<>();
        texts.forEach((name, text) -> all.put(name, text + "\n"));
        return all;
    }

    /** Returns the evaluated documents. */
    List<String> entrypoints() {
        return Stream.concat(ENTRYPOINTS.stream(), RandomIndexed.ENTRYPOINTS.stream())
                .map(rule -> packageName + "/" + rule)
                .toList();
    }

    /** @param head of each body, in which a term and the body's number may occur */
    private void rules(String head) {
        texts.values().forEach(text -> {
            for (int i = bodiesOfAFile + chance.below(2); i > 0; i--) {
                RandomLookups terms = terms();
                if (head.contains("(at)")) {
                    terms.learn("at");
                }
                String body = new RandomBody(chance, terms, asked).conditions();
                rule(text, "\n\n" + head.formatted(terms.key(), bodies++), body);
            }
        });
    }

    private void complete(String name) {
        String defaults = chance.oneIn(2) ? "\n\ndefault " + name + " := \"none\"" : "";
        texts.firstEntry().getValue().append(defaults);
        texts.values().forEach(text -> {
            if (!chance.oneIn(3)) {
                rule(text, "\n\n" + name + " := " + words.key(chance), body());
                if (chance.oneIn(2)) {
                    rule(text, " else := " + words.key(chance), body());
                }
            }
        });
    }

    private String body() {
        return new RandomBody(chance, terms(), asked).conditions();
    }

    private RandomLookups terms() {
        return new RandomLookups(chance, words, asked);
    }

    private static void rule(StringBuilder text, String head, String body) {
        text.append(head).append(" if {\n\t").append(body).append("\n}");
    }
}
