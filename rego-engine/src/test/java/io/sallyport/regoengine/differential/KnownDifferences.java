package io.sallyport.regoengine.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Accepted differences from OPA, each with both answers ({@code resources/differential/known-differences.txt}). */
final class KnownDifferences {
    private static final String CASE = "case ";

    private final List<Entry> entries;
    private final Set<String> used = new TreeSet<>();

    /**
     * One difference.
     *
     * @param subject an expression, or {@code case} and the name of a saved case
     * @param engine the engine that differs, or {@code all}
     * @param opa OPA's answer: a value or the kind of an error
     */
    record Entry(String subject, String engine, String opa, String here, String why) {
        boolean isCase() {
            return subject.startsWith(CASE);
        }

        private boolean isAbout(Comparison.Question question) {
            return isCase()
                    ? question.name().equals(subject.substring(CASE.length()))
                    : question.text().endsWith("\n\nr := [x | x := " + subject + "]\n");
        }

        private boolean covers(String asked, Answer wanted, Answer found) {
            return (engine.equals("all") || engine.equals(asked))
                    && opa.equals(wanted.brief())
                    && here.equals(found.brief());
        }
    }

    private KnownDifferences(List<Entry> entries) {
        this.entries = entries;
    }

    /** Reads entries of five lines each, with blank lines between them. */
    static KnownDifferences read() {
        List<Entry> entries = new ArrayList<>();
        List<String> lines = Expressions.lines("known-differences.txt")
                .filter(line -> !line.isBlank())
                .toList();
        for (int i = 0; i + 4 < lines.size(); i += 5) {
            entries.add(new Entry(
                    lines.get(i),
                    field(lines.get(i + 1), "engine: "),
                    field(lines.get(i + 2), "OPA: "),
                    field(lines.get(i + 3), "here: "),
                    field(lines.get(i + 4), "why: ")));
        }
        return new KnownDifferences(entries);
    }

    private static String field(String line, String name) {
        if (!line.startsWith("  " + name)) {
            throw new IllegalArgumentException("no \"" + name + "\": " + line);
        }
        return line.substring(2 + name.length());
    }

    List<Entry> entries() {
        return entries;
    }

    /** Returns the expressions, so that they are asked. */
    List<String> expressions() {
        return entries.stream()
                .filter(entry -> !entry.isCase())
                .map(Entry::subject)
                .distinct()
                .toList();
    }

    /** Returns whether a question is that of an entry. */
    boolean names(Comparison.Question question) {
        return entries.stream().anyMatch(entry -> entry.isAbout(question));
    }

    /** Returns whether an entry holds exactly this difference. */
    boolean covers(String engine, Comparison.Question question, Answer wanted, Answer found) {
        List<Entry> covering = entries.stream()
                .filter(entry -> entry.isAbout(question) && entry.covers(engine, wanted, found))
                .toList();
        covering.forEach(entry -> used.add(entry.subject() + entry.engine()));
        return !covering.isEmpty();
    }

    /** Returns the entries that no answer bore out. */
    List<Entry> unused() {
        return entries.stream()
                .filter(entry -> !used.contains(entry.subject() + entry.engine()))
                .toList();
    }

    /** Returns the entries as the list of {@code docs/known-differences.md}. */
    String list() {
        return String.join(
                        "\n", entries.stream().flatMap(KnownDifferences::item).toList()) + "\n";
    }

    private static Stream<String> item(Entry entry) {
        String engine = entry.engine().equals("all") ? "" : " (" + entry.engine() + ")";
        return Stream.of(
                "* `" + entry.subject() + "`" + engine,
                "  * OPA: `" + entry.opa() + "`",
                "  * here: `" + entry.here() + "`",
                "  * " + entry.why());
    }
}
