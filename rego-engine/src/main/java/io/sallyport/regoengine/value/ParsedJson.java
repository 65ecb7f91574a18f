package io.sallyport.regoengine.value;

/** What came of reading a JSON text. */
public sealed interface ParsedJson {
    /** The text is one JSON value within the limits; {@code value} is sealed. */
    record Accepted(RegoValue value) implements ParsedJson {}

    /**
     * It is not.
     *
     * @param why says what is wrong; may quote a few characters of the text
     * @param line from 1
     * @param column from 1
     */
    record Rejected(String why, int line, int column) implements ParsedJson {}
}
