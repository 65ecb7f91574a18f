package io.sallyport.auditexport.form;

import org.jspecify.annotations.Nullable;

/** One form of exported lines. Immutable. */
interface LineForm {
    /** Returns the record in this form, without a line feed. */
    String of(LoggedRecord record);

    /** Returns a line that is no record in this form: it counts in the hash chain, so it is not left out. */
    byte[] cutOff(byte[] line);

    /** Returns the line of the log that an exported line carries; null if it carries none. */
    byte @Nullable [] carried(byte[] exported);
}
