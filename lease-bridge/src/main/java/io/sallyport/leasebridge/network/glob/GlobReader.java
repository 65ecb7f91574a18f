package io.sallyport.leasebridge.network.glob;

import io.sallyport.leasebridge.Re2;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a glob (specs: network policy, section 5): stars, question marks, classes such as {@code [0-9]}, {@code [!a]}
 * and {@code [^a]}, and a backslash before a character that is meant itself. Confined to one reading.
 */
public final class GlobReader {
    private final String glob;
    private final String separator;
    private final List<GlobPart> parts = new ArrayList<>();
    private int at;

    private GlobReader(String glob, String separator) {
        this.glob = glob;
        this.separator = separator;
    }

    /**
     * Reads a glob.
     *
     * @param glob without alternatives
     * @param separator that no class may have; or empty
     */
    public static Parsed<List<GlobPart>> read(String glob, String separator) {
        return new GlobReader(glob, separator).read();
    }

    private Parsed<List<GlobPart>> read() {
        while (at < glob.length()) {
            int from = at;
            String fault = next();
            if (!fault.isEmpty()) {
                return new Parsed.Rejected<>(fault, from);
            }
        }
        return new Parsed.Accepted<>(List.copyOf(parts));
    }

    /** Reads one part; returns what is wrong with it, or the empty text. */
    private String next() {
        switch (glob.charAt(at)) {
            case '*' -> stars();
            case '?' -> {
                at++;
                parts.add(new GlobPart.One());
            }
            case '[' -> {
                return oneOf();
            }
            case ']', '}' -> {
                return "a bracket that nothing opens; with a backslash it is meant itself";
            }
            default -> {
                String character = character();
                parts.add(new GlobPart.Text(character));
                return character.isEmpty() ? "a backslash stands before the character that is meant" : "";
            }
        }
        return "";
    }

    private void stars() {
        int from = at;
        while (at < glob.length() && glob.charAt(at) == '*') {
            at++;
        }
        parts.add(new GlobPart.Stars(at - from));
    }

    /** Reads a character, or what a backslash stands before; returns the empty text if there is none. */
    private String character() {
        int from = glob.charAt(at) == '\\' ? at + 1 : at;
        int to = from < glob.length() ? glob.offsetByCodePoints(from, 1) : from;
        at = to;
        return glob.substring(from, to);
    }

    private String oneOf() {
        at++;
        boolean negated = at < glob.length() && (glob.charAt(at) == '!' || glob.charAt(at) == '^');
        at += negated ? 1 : 0;
        StringBuilder members = new StringBuilder();
        String sample = "";
        while (at < glob.length() && glob.charAt(at) != ']') {
            String first = character();
            boolean range = at + 1 < glob.length() && glob.charAt(at) == '-' && glob.charAt(at + 1) != ']';
            at += range ? 1 : 0;
            String last = range ? character() : first;
            if (last.isEmpty() || last.codePointAt(0) < first.codePointAt(0)) {
                return "a range that begins after its end";
            }
            if (holdsSeparator(first, last)) {
                return "a class never has a " + (separator.equals("/") ? "slash" : "dot");
            }
            members.append(Re2.quote(first)).append(range ? "-" + Re2.quote(last) : "");
            sample = sample.isEmpty() ? first : sample;
        }
        if (at >= glob.length() || sample.isEmpty()) {
            return "a class that is empty, or has no end";
        }
        at++;
        parts.add(new GlobPart.OneOf(negated, members.toString(), sample));
        return "";
    }

    private boolean holdsSeparator(String first, String last) {
        return !separator.isEmpty() && first.compareTo(separator) <= 0 && last.compareTo(separator) >= 0;
    }
}
