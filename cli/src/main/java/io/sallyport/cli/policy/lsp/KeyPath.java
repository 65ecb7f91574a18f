package io.sallyport.cli.policy.lsp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where in a document somebody writes: found in the text before that place, which need not parse. Immutable.
 *
 * @param parents keys of the mappings around it, from the outermost; lists have none
 * @param isValue whether a value is written there, whose key is then the last of the parents
 * @param written of the key or the value so far, without quotes
 */
record KeyPath(List<String> parents, boolean isValue, String written) {
    private static final Pattern LINE = Pattern.compile(
            "(?<indent>\\s*(?:- +)*)(?:(?<key>\"[^\"]*\"|'[^']*'|[^\\s#\"'\\[{][^:#]*?):(?<rest>\\s.*)?)?.*");

    private static final Pattern FLOW_TOKEN =
            Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"?|[\\[\\]{},:]|[^\\s\\[\\]{},:\"]+");

    KeyPath {
        parents = List.copyOf(parents);
    }

    /** Returns where {@code spot} is in a YAML document of these lines. */
    static KeyPath inYaml(List<String> lines, DocumentText.Spot spot) {
        String before = lines.get(spot.line()).substring(0, spot.offset());
        Matcher line = LINE.matcher(before);
        boolean matches = line.matches();
        String key = matches ? line.group("key") : null;
        String rest = matches && line.group("rest") != null ? line.group("rest").strip() : "";
        int indent = matches ? line.group("indent").length() : 0;
        List<String> parents = above(lines, spot.line(), before.substring(0, indent));
        if (key == null) {
            String written = before.substring(indent);
            return written.startsWith("{") ? flow(parents, written) : new KeyPath(parents, false, unquoted(written));
        }
        parents.add(unquoted(key));
        return rest.startsWith("{") || rest.startsWith("[")
                ? flow(parents, rest)
                : new KeyPath(parents, true, unquoted(rest));
    }

    /** Returns where the end of {@code before} is in a JSON document. */
    static KeyPath inJson(String before) {
        return flow(List.of(), before);
    }

    /** Returns the keys around a line that begins with {@code indent}, which may hold the dashes of lists. */
    private static List<String> above(List<String> lines, int number, String indent) {
        Deque<String> parents = new ArrayDeque<>();
        int column = indent.length();
        int dash = indent.indexOf('-');
        if (dash >= 0) {
            column = dash + 1;
        }
        for (int i = number - 1; i >= 0 && column > 0; i--) {
            Matcher line = LINE.matcher(lines.get(i));
            if (!line.matches() || line.group("key") == null) {
                continue;
            }
            String before = line.group("indent");
            int begins = before.length();
            int dashed = before.indexOf('-');
            if (begins < column) {
                parents.addFirst(unquoted(line.group("key")));
                column = begins;
            }
            if (dashed >= 0 && begins == column) {
                column = dashed + 1;
            }
        }
        return new ArrayList<>(parents);
    }

    /** Reads brackets, as in JSON and in YAML's flow style. */
    private static KeyPath flow(List<String> outer, String text) {
        Deque<List<String>> enclosing = new ArrayDeque<>();
        List<String> parents = new ArrayList<>(outer);
        String token = "";
        boolean isValue = false;
        Matcher tokens = FLOW_TOKEN.matcher(text);
        while (tokens.find()) {
            switch (tokens.group()) {
                case "{", "[" -> {
                    enclosing.push(List.copyOf(parents));
                    isValue = tokens.group().equals("[");
                    token = "";
                }
                case "}", "]" -> {
                    parents = new ArrayList<>(enclosing.isEmpty() ? outer : enclosing.pop());
                    token = "";
                }
                case "," -> {
                    isValue =
                            !enclosing.isEmpty() && isValue && enclosing.peek().equals(parents);
                    parents = new ArrayList<>(enclosing.isEmpty() ? outer : enclosing.peek());
                    token = "";
                }
                case ":" -> {
                    parents.add(token);
                    isValue = true;
                    token = "";
                }
                default -> token = unquoted(tokens.group());
            }
        }
        return new KeyPath(parents, isValue, token);
    }

    private static String unquoted(String text) {
        return text.replaceAll("^[\"']|[\"']$", "").strip();
    }
}
