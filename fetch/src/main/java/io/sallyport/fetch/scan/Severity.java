package io.sallyport.fetch.scan;

import java.util.Locale;

/** How bad a finding is; only what is critical blocks. */
public enum Severity {
    MEDIUM,
    HIGH,
    CRITICAL;

    /** The word in the audit. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
