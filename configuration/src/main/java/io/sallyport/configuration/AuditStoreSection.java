package io.sallyport.configuration;

import io.sallyport.auditstore.StoreSettings;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code audit.store}. */
final class AuditStoreSection {
    private static final long MOST_BYTES = 1L << 50; // 1 PiB
    private static final long MOST_COUNT_BYTES = 1L << 30;

    private static final Keys STORE = new Keys("audit.store");
    private static final Key<Boolean> ENABLED = STORE.value(
            "enabled", Form.TRUTH, true, "Whether there is a [store](audit.md#the-store) that answers questions.");
    private static final Key<String> PATH =
            STORE.optional("path", Forms.FOLDER, "`audit-store` in the state directory", "Where it is.");
    private static final Key<Duration> KEEP_AGE =
            STORE.value("keep_age", RetentionAge.SOME, StoreSettings.DEFAULT_KEEP_AGE, "How old records in it become.");
    private static final Key<Long> KEEP_BYTES = STORE.value(
            "keep_bytes",
            Form.amount(StoreSettings.MIN_KEEP_BYTES, MOST_BYTES),
            StoreSettings.DEFAULT_KEEP_BYTES,
            "What it may take on disk; the oldest records leave it first.");

    private static final Key<Long> COUNT_BYTES = STORE.value(
            "count_bytes",
            Form.amount(0, MOST_COUNT_BYTES),
            StoreSettings.DEFAULT_COUNT_BYTES,
            "The memory for counts that it keeps, so that a count over all records is quick when it is asked again."
                    + " 0: none are kept.");

    private AuditStoreSection() {}

    static List<Keys> keys() {
        return List.of(STORE);
    }

    /** Returns null if there is to be no store. */
    static @Nullable StoreSettings read(Section section, Path state) {
        boolean enabled = section.read(ENABLED);
        var settings = new StoreSettings(
                section.path(PATH, state, state.resolve("audit-store")),
                section.read(KEEP_AGE),
                section.read(KEEP_BYTES),
                section.read(COUNT_BYTES));
        section.end();
        return enabled ? settings : null;
    }
}
