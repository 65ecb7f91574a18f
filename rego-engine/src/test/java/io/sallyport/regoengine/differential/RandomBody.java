package io.sallyport.regoengine.differential;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The body of one rule. Its locals have the same names as those of other bodies, just as OPA reuses their numbers. */
final class RandomBody {
    private static final int MOST = 4;

    private final Chance chance;
    private final RandomLookups terms;
    private final RandomRules.Asked asked;

    RandomBody(Chance chance, RandomLookups terms, RandomRules.Asked asked) {
        this.chance = chance;
        this.terms = terms;
        this.asked = asked;
    }

    /** Returns conditions, one or more per line. */
    String conditions() {
        return conditions(1 + chance.below(MOST), 2, "\n\t");
    }

    private String conditions(int count, int depth, String between) {
        return IntStream.range(0, count).mapToObj(_ -> condition(depth)).collect(Collectors.joining(between));
    }

    /** Returns a block within another; what it finds is not known afterwards. */
    private String inner(int depth) {
        return conditions(1 + chance.below(2), depth - 1, "; ");
    }

    private String condition(int depth) {
        return switch (chance.below(depth == 0 ? 10 : 17)) {
            case 0, 1 -> terms.lookup();
            case 2, 3 -> assigned();
            case 4, 5 -> some();
            case 6 -> through();
            case 7 -> "not " + claim();
            case 8, 9 -> claim();
            case 10, 11, 12 -> under();
            case 13 -> every(depth);
            default -> comprehension(depth);
        };
    }

    private String assigned() {
        return switch (chance.below(5)) {
            case 0 -> {
                String term = terms.literal();
                String local = terms.fresh();
                yield terms.learnKey(local) + " := " + term + "; " + terms.anyKey() + " in " + local;
            }
            case 1 -> {
                String term = asked.picked() == null
                        ? terms.ofAnyType(terms.key())
                        : asked.picked() + "(" + terms.key() + ")";
                yield terms.learn(terms.fresh()) + " := " + term;
            }
            case 2 -> {
                String term = terms.collection();
                yield terms.learn(terms.fresh()) + " := " + term;
            }
            default -> {
                String term = terms.lookup();
                yield terms.learn(terms.fresh()) + " := " + term;
            }
        };
    }

    /** Returns a loop, with a condition on each of its names, because OPA refuses unused ones. */
    private String some() {
        boolean literal = chance.oneIn(5);
        String collection = literal ? terms.literal() : terms.collection();
        List<String> names = names(literal);
        return "some " + String.join(", ", names) + " in " + collection + "; " + uses(names);
    }

    private List<String> names(boolean ofLiteral) {
        List<String> names = chance.oneIn(2) ? List.of(terms.fresh()) : List.of(terms.fresh(), terms.fresh());
        names.forEach(ofLiteral ? terms::learnKey : terms::learn);
        return names;
    }

    private String uses(List<String> names) {
        return names.stream().map(this::use).collect(Collectors.joining("; "));
    }

    private String use(String name) {
        return switch (chance.below(5)) {
            case 0 -> name + " in " + terms.collection();
            case 1 -> name + " != " + terms.key();
            case 2 -> terms.anyKey() + " == " + name;
            case 3 -> "_ = " + name;
            default -> chance.of(List.of("data.lists.ports", "data.lists.tree", "input.o")) + "[" + name + "]";
        };
    }

    /** Returns {@code data.lists[k][v]} with names that the look-up itself binds, and one that it may bind. */
    private String through() {
        String path = chance.of(List.of("data.lists", "data.lists.ports", "data.lists.tree", "input.o"));
        String last = chance.oneIn(2) ? "[" + terms.key() + "]" : "";
        String name = terms.learn(terms.fresh());
        return "some " + name + "; " + terms.learn(terms.fresh()) + " := " + path + "[" + name + "]" + last;
    }

    private String claim() {
        return switch (chance.below(5)) {
            case 0, 1 -> terms.membership();
            case 2 -> terms.lookup() + " == " + terms.key();
            case 3 -> terms.key() + " != " + terms.key();
            default -> terms.lookup();
        };
    }

    /** Returns the same look-up in something else, usually together with the unchanged one. */
    private String under() {
        String lookup = terms.lookup();
        StringBuilder under = new StringBuilder(
                switch (chance.below(5)) {
                    case 0 -> "not " + lookup;
                    case 1 -> claim();
                    default -> lookup;
                });
        for (int i = chance.oneIn(3) ? 2 : 1; i > 0; i--) {
            under.append(" with ").append(terms.replaced());
        }
        return switch (chance.below(4)) {
            case 0 -> under.toString();
            case 1 -> under + "; " + lookup;
            case 2 ->
                terms.learn(terms.fresh()) + " := " + under.toString().replaceFirst("^not .*? with", lookup + " with");
            default -> lookup + "; " + under;
        };
    }

    private String every(int depth) {
        String collection = terms.collection();
        int known = terms.known();
        List<String> names = names(false);
        String uses = uses(names);
        String inner = chance.oneIn(2) ? "" : "; " + inner(depth);
        terms.leave(known);
        return "every " + String.join(", ", names) + " in " + collection + " { " + uses + inner + " }";
    }

    private String comprehension(int depth) {
        int known = terms.known();
        String inner = inner(depth);
        String made = switch (chance.below(4)) {
            case 0 -> terms.list(terms.key() + " | " + inner);
            case 1 -> "{" + terms.key() + " | " + inner + "}";
            case 2 -> terms.list("[" + terms.key() + ", " + terms.key() + "] | " + inner);
            default -> "{" + terms.key() + ": 1 | " + inner + "}";
        };
        terms.leave(known);
        return switch (chance.below(4)) {
            case 0 -> "count(" + made + ") > 0";
            case 1 -> terms.anyKey() + " in " + made;
            default -> terms.learn(terms.fresh()) + " := " + terms.ofAnyType(made);
        };
    }
}
