package io.sallyport.model;

/** Which canonical targets of an action a grant covers. Readers of documents translate their own dialect into it. */
public sealed interface NamePattern {
    /** This target and no other. */
    record Exactly(String target) implements NamePattern {}

    /** Every target of the capability. */
    record Anything() implements NamePattern {}

    /** The WHOLE target must match {@code re2}, an anchored RE2 expression made by the reader's one translation. */
    record Matching(String re2) implements NamePattern {}
}
