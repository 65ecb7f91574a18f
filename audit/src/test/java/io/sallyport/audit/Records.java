package io.sallyport.audit;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records for tests. */
final class Records {
    static final long NOON = 1_795_003_200_123L; // 2026-11-18T12:00:00.123Z

    private Records() {}

    static AuditEvent allowed(String id) {
        return record(id, "sb-1", ReasonCode.GRANTED, "api.github.com", "/repos/acme/x", "140.82.121.6");
    }

    static AuditEvent refused(String id, @Nullable String sandbox, String host) {
        return record(id, sandbox, ReasonCode.NO_GRANT, host, "/", null);
    }

    static AuditEvent refusedFetch(String id, boolean isReached) {
        var fetched =
                new FetchPart("runtime", null, null, null, -1, null, null, -1, -1, null, List.of(), -1, isReached);
        return AuditEvent.begin(id, NOON)
                .sandbox("sb-1", "run-7", 3)
                .fetch(RequestPart.NONE, fetched, ReasonCode.INTEGRITY_FAILED, 422);
    }

    static AuditEvent record(
            String id,
            @Nullable String sandbox,
            ReasonCode reason,
            String host,
            String path,
            @Nullable String address) {
        return AuditEvent.begin(id, NOON)
                .sandbox(sandbox, "run-7", 3)
                .rule("lease:net.fetch[0]")
                .took(1_234)
                .request(
                        RequestKind.HTTP,
                        new RequestPart(
                                "http", host, 80, "GET", path, List.of(), "http", true, address, null, null, 0, 512),
                        reason,
                        200);
    }
}
