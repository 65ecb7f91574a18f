package io.sallyport.cli.policy.lsp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds where rules are written: heads at the beginning of a line, in the files that are compiled together. */
final class RuleHeads {
    private static final Pattern HEAD = Pattern.compile("^(?:default\\s+)?([A-Za-z_]\\w*)\\b");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^\\s*import\\s+data\\.([\\w.]+?)(?:\\s+as\\s+(\\w+))?\\s*(?:#.*)?$");
    private static final Set<String> KEYWORDS = Set.of("package", "import", "default", "else");

    private RuleHeads() {}

    /**
     * Where a rule is written.
     *
     * @param line from 0
     * @param from offset of its name in the line
     * @param to offset behind its name
     */
    record Head(Path file, DocumentText text, int line, int from, int to) {}

    /** Returns the heads of the rule that {@code reference} names, in the order of the files. */
    static List<Head> of(RegoWords.Reference reference, String text, Map<Path, String> files) {
        List<String> names = absolute(reference.names(), text);
        List<Head> heads = new ArrayList<>();
        for (int i = names.size(); i > 1 && heads.isEmpty(); i--) {
            String inPackage = String.join(".", names.subList(0, i - 1));
            String rule = names.get(i - 1);
            files.forEach((file, source) -> {
                if (RegoAuthor.packageOf(source).equals(inPackage)) {
                    add(heads, file, source, rule);
                }
            });
        }
        return heads;
    }

    /** Returns the names from below {@code data}: a name alone is of the own package, or imported. */
    private static List<String> absolute(List<String> names, String text) {
        if (names.getFirst().equals("data")) {
            return names.subList(1, names.size());
        }
        List<String> all =
                new ArrayList<>(List.of(imported(names.getFirst(), text).split("\\.")));
        all.addAll(names.subList(1, names.size()));
        return all;
    }

    private static String imported(String name, String text) {
        Matcher found = IMPORT.matcher(text);
        while (found.find()) {
            String path = found.group(1);
            String known = found.group(2) == null ? path.substring(path.lastIndexOf('.') + 1) : found.group(2);
            if (known.equals(name)) {
                return path;
            }
        }
        return RegoAuthor.packageOf(text) + "." + name;
    }

    private static void add(List<Head> heads, Path file, String source, String rule) {
        var text = new DocumentText(source);
        for (int i = 0; i < text.lines().size(); i++) {
            Matcher head = HEAD.matcher(text.line(i));
            if (head.find() && head.group(1).equals(rule) && !KEYWORDS.contains(rule)) {
                heads.add(new Head(file, text, i, head.start(1), head.end(1)));
            }
        }
    }
}
