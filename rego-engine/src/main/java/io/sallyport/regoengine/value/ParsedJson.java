package io.sallyport.regoengine.value;

/** The result of parsing a JSON text. */
public sealed interface ParsedJson {
    /** The text is one JSON value within the limits; {@code value} is sealed. */
    record Accepted(RegoValue value) implements ParsedJson {}

    /**
     * The text is not one JSON value within the limits.
     *
     * @param why what is wrong; may quote a few characters of the text
     * @param line from 1
     * @param column from 1
     */
    record Rejected(String why, int line, int column) implements ParsedJson {}
}
