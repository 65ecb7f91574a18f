package io.sallyport.model;

/** The canonical targets of an action that a grant covers. Readers of documents translate their own dialect into it. */
public sealed interface NamePattern {
    /** Exactly this target. */
    record Exactly(String target) implements NamePattern {}

    /** Every target of the capability. */
    record Anything() implements NamePattern {}

    /** The WHOLE target must match {@code re2}, an anchored RE2 expression from the reader's translation. */
    record Matching(String re2) implements NamePattern {}
}
