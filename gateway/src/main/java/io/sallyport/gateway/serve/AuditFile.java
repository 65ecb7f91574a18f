package io.sallyport.gateway.serve;

import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.audit.RecordRedaction;
import io.sallyport.audit.RedactedPath;
import io.sallyport.audit.segment.SegmentSettings;
import io.sallyport.audit.segment.SigningKey;
import io.sallyport.configuration.AuditRedaction;
import io.sallyport.configuration.AuditSegments;
import io.sallyport.configuration.Config;
import io.sallyport.leasebridge.receipt.ReceiptSigner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The audit log that a configuration describes. */
public final class AuditFile {
    private AuditFile() {}

    /**
     * Opens it; the caller closes it, after the gateway that writes to it.
     *
     * @param key that signs the manifests of closed segments; null for none
     * @throws StartException if the file cannot be written
     */
    public static JsonLinesLog open(Config.Audit audit, @Nullable SigningKey key) throws StartException {
        AuditSettings.OnFailure onFailure =
                audit.refuseOnFailure() ? AuditSettings.OnFailure.REFUSE : AuditSettings.OnFailure.CONTINUE;
        AuditSettings settings = AuditSettings.DEFAULTS
                .withOnFailure(onFailure)
                .withSegments(segments(audit.segments(), key))
                .withRedaction(redaction(audit.redaction()));
        try {
            return JsonLinesLog.open(audit.file(), settings, InstantSource.system(), System::nanoTime);
        } catch (IOException e) {
            throw new StartException("audit.file: " + audit.file() + " cannot be written: " + e, e);
        }
    }

    /**
     * Reads the key in the state directory, or makes it. Returns null if nothing is to be signed.
     *
     * @throws StartException if it cannot be read or made
     */
    static @Nullable SigningKey key(Config.Audit audit, Path state) throws StartException {
        try {
            return audit.segments().sign() ? SigningKey.in(state) : null;
        } catch (IOException e) {
            throw new StartException("audit.segments.sign: " + e.getMessage(), e);
        }
    }

    /** Returns what signs receipts of delegations by that key; null if nothing is to be signed. */
    static @Nullable ReceiptSigner signer(@Nullable SigningKey key) {
        return key == null ? null : new KeySigner(key);
    }

    private record KeySigner(SigningKey signing) implements ReceiptSigner {
        @Override
        public String key() {
            return signing.verifying().id();
        }

        @Override
        public String sign(byte[] text) {
            return signing.sign(text);
        }
    }

    private static SegmentSettings segments(AuditSegments segments, @Nullable SigningKey key) {
        return new SegmentSettings(
                segments.maxBytes(),
                segments.maxAge(),
                segments.compress(),
                segments.keepBytes(),
                segments.keepAge(),
                key);
    }

    private static RecordRedaction redaction(AuditRedaction written) throws StartException {
        for (String member : written.members()) {
            if (!RecordRedaction.NAMEABLE.contains(member)) {
                throw new StartException("audit.redact.members: " + member + " (expected: one of "
                        + String.join(", ", new TreeSet<>(RecordRedaction.NAMEABLE)) + ")");
            }
        }
        List<RedactedPath> paths = new ArrayList<>();
        for (String path : written.paths()) {
            RedactedPath read = RedactedPath.parse(path);
            if (read == null) {
                throw new StartException("audit.redact.paths: " + path + " (expected: a path, as /users/*/reset/**)");
            }
            paths.add(read);
        }
        return new RecordRedaction(written.members(), paths);
    }
}
