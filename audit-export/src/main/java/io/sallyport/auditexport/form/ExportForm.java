package io.sallyport.auditexport.form;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The forms of exported lines. Each is a pure function of one line of the log, so that an exported line can be made
 * again from the sealed line that it carries, and compared. Immutable.
 */
public enum ExportForm {
    /** The log's own lines, unchanged. */
    JSONL(new LoggedForm()),
    /** Events of the Open Cybersecurity Schema Framework, version 1.8.0. */
    OCSF(new OcsfForm()),
    /** Events of OPA's decision log. */
    OPA(new OpaForm()),
    /** ArcSight's Common Event Format, version 1. */
    CEF(new CefForm());

    @SuppressWarnings("ImmutableEnumChecker") // each form is without state
    private final LineForm form;

    ExportForm(LineForm form) {
        this.form = form;
    }

    /** Returns the word of the command line and the configuration. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns a line of the log in this form, without a line feed.
     *
     * @param line without its line feed; what a crash cut off becomes an event that carries its bytes
     */
    public byte[] of(byte[] line) {
        LoggedRecord record = LoggedRecord.parse(line);
        return record == null ? form.cutOff(line) : form.of(record).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the line of the log that an exported line carries; null if it carries none. */
    public byte @Nullable [] carried(byte[] exported) {
        return form.carried(exported);
    }
}
