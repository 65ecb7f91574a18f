package io.sallyport.decision.body;

import io.sallyport.regoengine.value.RegoValue;

/** One reading of a body. Immutable. */
public sealed interface BodyForm {
    /** The body has this form; {@code value} is sealed. */
    record Read(RegoValue value) implements BodyForm {}

    /** There is nothing to read: the body has no bytes. */
    record Absent() implements BodyForm {}

    /**
     * The body does not have this form, or could be read in two ways; a rule that reads it must not permit.
     *
     * @param why a reason that quotes nothing of the body
     */
    record Unreadable(String why) implements BodyForm {}
}
