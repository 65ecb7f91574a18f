package io.sallyport.decision.body;

/** One element of a stream of pkt-lines (git's {@code protocol-common}). Immutable. */
sealed interface PktLine {
    /** A line; {@code text} is without the line end, if it had one. */
    record Data(String text) implements PktLine {}

    record Flush() implements PktLine {}

    /** The bytes end before the line does. */
    record Partial() implements PktLine {}

    /** No line, or one that is not UTF-8 or has no content. */
    record Malformed() implements PktLine {}
}
