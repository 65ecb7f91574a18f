package io.sallyport.gateway.serve;

import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.configuration.Config;
import java.io.IOException;
import java.time.InstantSource;

/** The audit log that a configuration describes. */
public final class AuditFile {
    private AuditFile() {}

    /**
     * Opens it; the caller closes it, after the gateway that writes to it.
     *
     * @throws StartException if the file cannot be written
     */
    public static JsonLinesLog open(Config.Audit audit) throws StartException {
        AuditSettings.OnFailure onFailure =
                audit.refuseOnFailure() ? AuditSettings.OnFailure.REFUSE : AuditSettings.OnFailure.CONTINUE;
        try {
            return JsonLinesLog.open(
                    audit.file(),
                    AuditSettings.DEFAULTS.withOnFailure(onFailure),
                    InstantSource.system(),
                    System::nanoTime);
        } catch (IOException e) {
            throw new StartException("audit.file: " + audit.file() + " cannot be written: " + e, e);
        }
    }
}
