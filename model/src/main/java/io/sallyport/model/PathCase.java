package io.sallyport.model;

import io.sallyport.model.text.Ascii;

/** Whether the case of letters in file paths matters, which depends on the file system of the sandboxes. */
public enum PathCase {
    /** Case matters. */
    EXACT("exact"),
    /** A to Z equal a to z, in questions and in grants; the case of other letters always matters. */
    FOLDED("folded");

    private final String word;

    PathCase(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    /** Returns a path, or a pattern over paths, in the form that is compared. */
    String of(String path) {
        return this == EXACT || path.chars().noneMatch(Ascii::isUpper) ? path : folded(path);
    }

    private static String folded(String path) {
        StringBuilder out = new StringBuilder(path.length());
        path.chars().forEach(c -> out.append((char) (Ascii.isUpper(c) ? c + ('a' - 'A') : c)));
        return out.toString();
    }

    /** Returns a grant in the form that is compared; only grants of files change. */
    public Grant of(Grant grant) {
        return grant instanceof Grant.Named named ? of(named) : grant;
    }

    /** Returns a grant in the form that is compared; only grants of files change. */
    public Grant.Named of(Grant.Named named) {
        boolean files = CapabilityName.kindOf(named.capability()) == RequestKind.FILE;
        return this == EXACT || !files
                ? named
                : new Grant.Named(named.source(), named.rule(), named.capability(), of(named.targets()), named.text());
    }

    /** Expressions for paths contain no letters except literal ones, so they can be folded as text. */
    private NamePattern of(NamePattern pattern) {
        return switch (pattern) {
            case NamePattern.Exactly(var target) -> new NamePattern.Exactly(of(target));
            case NamePattern.Matching(var re2) -> new NamePattern.Matching(of(re2));
            case NamePattern.Anything anything -> anything;
        };
    }
}
