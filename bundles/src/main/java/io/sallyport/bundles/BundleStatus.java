package io.sallyport.bundles;

import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a bundle so far, as OPA reports it (OPA 1.22, "Status Service API"). Immutable.
 *
 * @param activeRevision of the bundle in force; empty if it has none, null if no bundle is in force
 * @param type of the last one that came into force: {@code snapshot} or {@code delta}
 * @param size of the last archive, in bytes
 * @param lastSuccessfulRequest when the service last answered, with or without a bundle
 * @param httpCode the status of a refusing answer; 0 for none
 * @param message why the last attempt failed; null if it did not
 */
public record BundleStatus(
        String name,
        @Nullable String activeRevision,
        String type,
        int size,
        @Nullable Instant lastRequest,
        @Nullable Instant lastSuccessfulRequest,
        @Nullable Instant lastSuccessfulDownload,
        @Nullable Instant lastSuccessfulActivation,
        int httpCode,
        @Nullable String message,
        List<String> errors) {
    /** OPA's one code of all failures. */
    private static final String CODE = "bundle_error";

    /** What Go writes for a time that never was. */
    private static final String NEVER = "0001-01-01T00:00:00Z";

    public BundleStatus {
        errors = List.copyOf(errors);
    }

    static BundleStatus initial(String name) {
        return new BundleStatus(name, null, "", 0, null, null, null, null, 0, null, List.of());
    }

    /** Returns whether a bundle is in force. */
    public boolean isActive() {
        return activeRevision != null;
    }

    BundleStatus requested(Instant now) {
        return new BundleStatus(
                name,
                activeRevision,
                type,
                size,
                now,
                lastSuccessfulRequest,
                lastSuccessfulDownload,
                lastSuccessfulActivation,
                httpCode,
                message,
                errors);
    }

    /** The service has nothing newer: what failed before does not matter any more, unless nothing is in force. */
    BundleStatus unchanged(Instant now) {
        return new BundleStatus(
                name,
                activeRevision,
                type,
                size,
                lastRequest,
                now,
                lastSuccessfulDownload,
                lastSuccessfulActivation,
                0,
                null,
                List.of());
    }

    BundleStatus downloaded(Instant now, int bytes) {
        return new BundleStatus(
                name,
                activeRevision,
                type,
                bytes,
                lastRequest,
                now,
                now,
                lastSuccessfulActivation,
                httpCode,
                message,
                errors);
    }

    BundleStatus activated(Instant now, String revision, String kind) {
        return new BundleStatus(
                name,
                revision,
                kind,
                size,
                lastRequest,
                lastSuccessfulRequest,
                lastSuccessfulDownload,
                now,
                0,
                null,
                List.of());
    }

    BundleStatus failed(int status, String why, List<String> lines) {
        return new BundleStatus(
                name,
                activeRevision,
                type,
                size,
                lastRequest,
                lastSuccessfulRequest,
                lastSuccessfulDownload,
                lastSuccessfulActivation,
                status,
                why,
                lines);
    }

    /** Returns it in OPA's form. */
    RegoObject json() {
        EntryObject json = RegoObject.growing()
                .put("name", RegoString.of(name))
                .put("last_request", time(lastRequest))
                .put("last_successful_request", time(lastSuccessfulRequest))
                .put("last_successful_download", time(lastSuccessfulDownload))
                .put("last_successful_activation", time(lastSuccessfulActivation));
        if (activeRevision != null && !activeRevision.isEmpty()) {
            json.put("active_revision", RegoString.of(activeRevision));
        }
        if (!type.isEmpty()) {
            json.put("type", RegoString.of(type));
        }
        if (size > 0) {
            json.put("size", RegoNumber.of(size));
        }
        if (message != null) {
            json.put("code", RegoString.of(CODE)).put("message", RegoString.of(message));
        }
        if (httpCode != 0) {
            json.put("http_code", RegoNumber.of(httpCode));
        }
        if (!errors.isEmpty()) {
            json.put(
                    "errors",
                    RegoArray.of(errors.stream()
                            .map(line -> RegoObject.growing()
                                    .put("message", RegoString.of(line))
                                    .sealed())
                            .toList()));
        }
        return json.sealed();
    }

    private static RegoString time(@Nullable Instant time) {
        return RegoString.of(time == null ? NEVER : time.toString());
    }
}
