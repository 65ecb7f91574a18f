package io.sallyport.model.host;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A pattern of one label of a host: text in which {@code *} is any run of characters, {@code ?} one character and
 * {@code [abc]} one of those listed. Readers of documents write only what {@link #oneOf} returns in brackets: there
 * are no ranges, negations and escapes. Immutable.
 *
 * @param parts from left to right
 */
public record LabelGlob(List<Part> parts) {
    /** Every character of a canonical label, the most usual first. */
    public static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789-_";

    private static final String WILDCARDS = "*?[";

    private static final Part END = new OneOf("");

    public LabelGlob {
        parts = List.copyOf(parts);
    }

    /** A part of a pattern. */
    public sealed interface Part {}

    /** Any run of characters, perhaps empty. */
    public record Run() implements Part {}

    /** Exactly one of these characters. */
    public record OneOf(String members) implements Part {}

    /** Returns whether {@code label} is the text of one label, without wildcards. */
    public static boolean isLiteral(String label) {
        return label.chars().noneMatch(c -> WILDCARDS.indexOf(c) >= 0);
    }

    /** Returns the text for one of those characters of {@link #ALPHABET}; there is at least one. */
    public static String oneOf(String members) {
        return members.equals(ALPHABET) ? "?" : "[" + members + "]";
    }

    /** Returns the characters of {@link #ALPHABET} that are none of {@code members}. */
    public static String without(String members) {
        return ALPHABET.chars()
                .filter(c -> members.indexOf(c) < 0)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    /** Reads the text of a pattern. */
    public static LabelGlob of(String text) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '*' -> parts.add(new Run());
                case '?' -> parts.add(new OneOf(ALPHABET));
                case '[' -> {
                    int end = text.indexOf(']', i);
                    parts.add(new OneOf(text.substring(i + 1, end)));
                    i = end;
                }
                default -> parts.add(new OneOf(String.valueOf(c)));
            }
        }
        return new LabelGlob(parts);
    }

    /** Returns whether it covers a label. */
    public boolean covers(String label) {
        return meets(new LabelGlob(label.chars()
                .<Part>mapToObj(c -> new OneOf(Character.toString(c)))
                .toList()));
    }

    /** Returns whether some label is covered by both. */
    public boolean meets(LabelGlob other) {
        int width = other.parts.size();
        boolean[][] reached = new boolean[parts.size() + 2][width + 2]; // after so many parts of both
        reached[0][0] = true;
        for (int i = 0; i <= parts.size(); i++) {
            for (int j = 0; j <= width; j++) {
                if (reached[i][j]) {
                    Part one = i < parts.size() ? parts.get(i) : END;
                    Part two = j < width ? other.parts.get(j) : END;
                    boolean shared = share(one, two);
                    reached[i + 1][j] |= one instanceof Run || (shared && two instanceof Run);
                    reached[i][j + 1] |= two instanceof Run || (shared && one instanceof Run);
                    reached[i + 1][j + 1] |= shared;
                }
            }
        }
        return reached[parts.size()][width];
    }

    /** Returns whether some character is of both. */
    private static boolean share(Part one, Part other) {
        String members = one instanceof OneOf(String some) ? some : ALPHABET;
        String others = other instanceof OneOf(String some) ? some : ALPHABET;
        return members.chars().anyMatch(c -> others.indexOf(c) >= 0);
    }

    /** Returns a label that it covers, in which a run is one character. */
    public String sample() {
        return parts.stream()
                .map(part -> part instanceof OneOf(String members) ? members.substring(0, 1) : "a")
                .collect(Collectors.joining());
    }
}
