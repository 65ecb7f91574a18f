package io.sallyport.leasebridge.harness;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.FilePath;
import java.util.Locale;

/** What a field refers to outside the harness: a path inside the project, or a pinned URL. */
sealed interface Reference {
    /** A canonical path. */
    record Local(String path) implements Reference {}

    /** A document by its hash, lower-case hex. */
    record Pinned(String sha256) implements Reference {}

    /** Neither; {@code code} is that of the diagnostic. */
    record Faulty(DiagnosticCode code, String why) implements Reference {}

    /** Reads a path or a pinned URL. */
    static Reference of(String text) {
        if (!PinnedUrl.isUrl(text)) {
            return local(text);
        }
        String fault = PinnedUrl.fault(text);
        return fault == null
                ? new Pinned(text.substring(text.lastIndexOf('=') + 1).toLowerCase(Locale.ROOT))
                : new Faulty(DiagnosticCode.BAD_URL, fault);
    }

    /** Reads a path. */
    static Reference local(String text) {
        if (PinnedUrl.isUrl(text)) {
            return new Faulty(DiagnosticCode.BAD_URL, "a local path is wanted, not a URL");
        }
        return switch (FilePath.parse(text)) {
            case FilePath.Rejected(var why, var _) -> new Faulty(DiagnosticCode.BAD_PATH, why);
            case FilePath.Accepted(var path) -> new Local(path);
        };
    }
}
