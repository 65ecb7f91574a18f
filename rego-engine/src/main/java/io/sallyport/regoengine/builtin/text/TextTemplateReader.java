package io.sallyport.regoengine.builtin.text;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.text.TextTemplate.Part;
import io.sallyport.regoengine.builtin.text.TextTemplate.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses a {@link TextTemplate}; anything unknown is an error. Confined to one call. */
final class TextTemplateReader {
    /** The maximum nesting of actions. */
    private static final int MAX_DEPTH = 50;

    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";
    private static final Pattern PATH = Pattern.compile("(\\$\\w*)?((?:\\.[\\p{L}_][\\p{L}\\p{Nd}_]*)*)(\\.?)");
    private static final Pattern DECLARATION = Pattern.compile("(\\$\\w+)(?:\\s*,\\s*(\\$\\w+))?\\s*:=\\s*(\\S+)");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*\\*/", Pattern.DOTALL);

    private final String text;
    private int at;
    private boolean trimsNext;
    /** The action that ended the last list of parts. */
    private String ending = "";

    private TextTemplateReader(String text) {
        this.text = text;
    }

    static TextTemplate read(String text) {
        TextTemplateReader reader = new TextTemplateReader(text);
        List<Part> parts = reader.parts(0);
        if (!reader.ending.isEmpty()) {
            throw unexpected(reader.ending);
        }
        return new TextTemplate(parts);
    }

    private static BuiltinError unexpected(String action) {
        return new BuiltinError("template: unexpected or unsupported {{" + action + "}}");
    }

    /** Parses up to {@code else}, {@code end} or the end of the text. */
    private List<Part> parts(int depth) {
        if (depth > MAX_DEPTH) {
            throw new BuiltinError("template: more than " + MAX_DEPTH + " actions within each other");
        }
        List<Part> parts = new ArrayList<>();
        while (true) {
            int open = text.indexOf(OPEN, at);
            plain(parts, open < 0 ? text.length() : open, open >= 0 && trimsBefore(open));
            if (open < 0) {
                ending = "";
                return parts;
            }
            String action = action(open);
            if (action.equals("end") || action.equals("else") || action.startsWith("else ")) {
                ending = action;
                return parts;
            }
            Part part = part(action, depth);
            if (part != null) {
                parts.add(part);
            }
        }
    }

    private boolean trimsBefore(int open) {
        return text.startsWith("- ", open + OPEN.length())
                || text.startsWith("-\n", open + OPEN.length())
                || text.startsWith("-\t", open + OPEN.length());
    }

    private void plain(List<Part> parts, int end, boolean trimEnd) {
        String plain = text.substring(at, end);
        plain = trimsNext ? plain.stripLeading() : plain;
        plain = trimEnd ? plain.stripTrailing() : plain;
        if (!plain.isEmpty()) {
            parts.add(new Part.Text(plain));
        }
    }

    private String action(int open) {
        int close = text.indexOf(CLOSE, open);
        if (close < 0) {
            throw new BuiltinError("template: unclosed action");
        }
        int from = open + OPEN.length() + (trimsBefore(open) ? 1 : 0);
        String inner = text.substring(Math.min(from, close), close);
        trimsNext =
                inner.length() > 1 && inner.endsWith("-") && Character.isWhitespace(inner.charAt(inner.length() - 2));
        at = close + CLOSE.length();
        return (trimsNext ? inner.substring(0, inner.length() - 1) : inner).strip();
    }

    private @Nullable Part part(String action, int depth) {
        if (COMMENT.matcher(action).matches()) {
            return null;
        }
        String[] words = action.split("\\s+", 2);
        return switch (words[0]) {
            case "if", "with", "range" -> block(action, depth);
            default -> simple(action);
        };
    }

    private Part simple(String action) {
        Matcher declared = DECLARATION.matcher(action);
        if (declared.matches() && declared.group(2) == null) {
            return new Part.Declare(declared.group(1), path(declared.group(3)));
        }
        return new Part.Show(path(action));
    }

    private Part block(String action, int depth) {
        String[] words = action.split("\\s+", 2);
        if (words.length < 2) {
            throw unexpected(action);
        }
        Matcher declared = DECLARATION.matcher(words[1]);
        boolean named = declared.matches();
        String one = named ? declared.group(1) : "";
        String two = named && declared.group(2) != null ? declared.group(2) : "";
        Path path = path(named ? declared.group(3) : words[1]);
        List<Part> then = parts(depth + 1);
        List<Part> otherwise = otherwise(words[0], depth + 1);
        return switch (words[0]) {
            case "range" -> new Part.Range(two.isEmpty() ? "" : one, two.isEmpty() ? one : two, path, then, otherwise);
            case "with" -> new Part.With(only(one, two, action), path, then, otherwise);
            default -> plainIf(action, named, path, then, otherwise);
        };
    }

    private static Part plainIf(String action, boolean named, Path path, List<Part> then, List<Part> otherwise) {
        if (named) {
            throw unexpected(action);
        }
        return new Part.If(path, then, otherwise);
    }

    private static String only(String one, String two, String action) {
        if (!two.isEmpty()) {
            throw unexpected(action);
        }
        return one;
    }

    /**
     * Parses what follows {@code else}; {@code else if} of an {@code if}, and {@code else with} of a {@code with},
     * share its end.
     */
    private List<Part> otherwise(String keyword, int depth) {
        String action = ending;
        if (action.isEmpty()) {
            throw new BuiltinError("template: unexpected EOF");
        }
        if (action.equals("end")) {
            return List.of();
        }
        if (action.equals("else")) {
            List<Part> parts = parts(depth);
            if (!ending.equals("end")) {
                throw unexpected(ending);
            }
            return parts;
        }
        String next = action.substring("else".length()).strip();
        if (keyword.equals("range") || !next.startsWith(keyword + " ")) {
            throw unexpected(action);
        }
        return List.of(block(next, depth));
    }

    private static Path path(String text) {
        Matcher matcher = PATH.matcher(text);
        boolean bare = text.equals(".");
        if (text.isEmpty() || !matcher.matches() || (!bare && !matcher.group(3).isEmpty())) {
            throw unexpected(text);
        }
        String fields = matcher.group(2);
        String variable = matcher.group(1) == null ? "" : matcher.group(1);
        return new Path(
                variable,
                fields.isEmpty() ? List.of() : List.of(fields.substring(1).split("\\.", -1)));
    }
}
