package io.sallyport.shared;

/** What became of a change of a record in the store. */
public sealed interface RecordAnswer {
    /** It is the record, and all gateways are told. */
    record Taken() implements RecordAnswer {}

    /** Nothing was changed: another gateway was first. {@code generation} is there, or gone. */
    record Newer(long generation) implements RecordAnswer {}

    /** Nothing was changed, or that is not known: a change that came in is taken in later as that of another. */
    record Unavailable(String why) implements RecordAnswer {}
}
