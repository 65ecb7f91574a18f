package io.sallyport.decision.listing;

/** What may be shown of a message of JSON-RPC, or of another answer in JSON. */
public sealed interface FilteredText {
    /** All of it, as it came. */
    record Unchanged() implements FilteredText {}

    /**
     * The message without some entries of its lists, or with other texts in it.
     *
     * @param json possibly in another order of members, and without spaces
     * @param removed entries
     */
    record Reduced(String json, int removed) implements FilteredText {}

    /**
     * Nothing: what it lists is not certain.
     *
     * @param why quotes nothing of it
     */
    record Unreadable(String why) implements FilteredText {}
}
