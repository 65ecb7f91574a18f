package io.sallyport.cli.policy.lsp;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the names in one line of Rego refer to; the line need not parse. */
final class RegoWords {
    private static final Pattern REFERENCE = Pattern.compile("[A-Za-z_]\\w*(?:\\.[A-Za-z_]\\w*|\\[\"[^\"]*\"\\])*");
    private static final Pattern ENDING = Pattern.compile("([A-Za-z_]\\w*(?:\\.[A-Za-z_]\\w*|\\[\"[^\"]*\"\\])*\\.?)$");
    private static final Pattern SEPARATOR = Pattern.compile("\\.|\\[\"|\"\\]\\.?");

    private RegoWords() {}

    /**
     * A reference in a line.
     *
     * @param names its parts, such as {@code input}, {@code net}, {@code host}
     * @param from its offset in the line
     * @param to the offset behind it
     */
    record Reference(List<String> names, int from, int to) {
        Reference {
            names = List.copyOf(names);
        }

        String first() {
            return names.getFirst();
        }

        List<String> rest() {
            return names.subList(1, names.size());
        }
    }

    /** Returns the reference around {@code offset}, up to the part that the offset is in; without parts if none. */
    static Reference at(String line, int offset) {
        Matcher found = REFERENCE.matcher(line);
        while (found.find() && found.start() <= offset) {
            if (offset <= found.end()) {
                int to = offset;
                while (to < found.end() && line.charAt(to) != '.' && line.charAt(to) != '[') {
                    to++;
                }
                return new Reference(parts(line.substring(found.start(), to)), found.start(), to);
            }
        }
        return new Reference(List.of(""), offset, offset);
    }

    /** Returns the reference that ends before {@code offset}; behind a dot, its last part is empty. */
    static Reference ending(String line, int offset) {
        Matcher found = ENDING.matcher(line.substring(0, offset));
        return found.find()
                ? new Reference(Arrays.asList(SEPARATOR.split(found.group(), -1)), found.start(), offset)
                : new Reference(List.of(""), offset, offset);
    }

    private static List<String> parts(String reference) {
        return Arrays.stream(SEPARATOR.split(reference))
                .filter(part -> !part.isEmpty())
                .toList();
    }
}
