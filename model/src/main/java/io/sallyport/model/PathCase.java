package io.sallyport.model;

import io.sallyport.model.text.Ascii;

/** Whether letters of the paths of files are told apart by their case: as the file system of the sandboxes has it. */
public enum PathCase {
    /** They are. */
    EXACT("exact"),
    /** A to Z are taken for a to z, in what is asked and in what is granted; other letters are told apart in any case. */
    FOLDED("folded");

    private final String word;

    PathCase(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    /** A path, or a pattern over paths, in the form that is compared. */
    String of(String path) {
        return this == EXACT || path.chars().noneMatch(Ascii::isUpper) ? path : folded(path);
    }

    private static String folded(String path) {
        StringBuilder out = new StringBuilder(path.length());
        path.chars().forEach(c -> out.append((char) (Ascii.isUpper(c) ? c + ('a' - 'A') : c)));
        return out.toString();
    }

    /** A grant in the form that is compared: one of files as this has it, others as they are. */
    public Grant of(Grant grant) {
        return grant instanceof Grant.Named named ? of(named) : grant;
    }

    /** The same. */
    public Grant.Named of(Grant.Named named) {
        boolean files = CapabilityName.kindOf(named.capability()) == RequestKind.FILE;
        return this == EXACT || !files
                ? named
                : new Grant.Named(named.source(), named.rule(), named.capability(), of(named.targets()), named.text());
    }

    /** Expressions for paths hold no letters but literal ones, so that they can be folded as text. */
    private NamePattern of(NamePattern pattern) {
        return switch (pattern) {
            case NamePattern.Exactly(var target) -> new NamePattern.Exactly(of(target));
            case NamePattern.Matching(var re2) -> new NamePattern.Matching(of(re2));
            case NamePattern.Anything anything -> anything;
        };
    }
}
