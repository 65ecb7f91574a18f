package io.sallyport.gateway.serve;

import io.sallyport.auditstore.AuditStore;
import io.sallyport.auditstore.LogLines;
import io.sallyport.auditstore.StoreSettings;
import io.sallyport.configuration.Config;
import java.nio.file.Path;
import java.time.InstantSource;

/** The store that answers questions about the audit log that a configuration describes. */
final class AuditIndex {
    private static final String FOLDER = "audit-store";

    private AuditIndex() {}

    /** Begins to feed it; the caller closes it. */
    static AuditStore start(Config.Audit audit, Path state) {
        var settings = new StoreSettings(
                state.resolve(FOLDER), StoreSettings.DEFAULT_KEEP_AGE, StoreSettings.DEFAULT_KEEP_BYTES);
        return AuditStore.start(settings, LogLines.of(audit.file()), InstantSource.system());
    }
}
