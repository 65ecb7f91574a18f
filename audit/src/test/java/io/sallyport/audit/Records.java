package io.sallyport.audit;

import io.sallyport.model.ReasonCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records for tests. */
final class Records {
    static final long NOON = 1_795_003_200_123L; // 2026-11-18T12:00:00.123Z

    private Records() {}

    static AuditRecord allowed(String id) {
        return record(id, "sb-1", ReasonCode.GRANTED, "api.github.com", "/repos/acme/x", "140.82.121.6");
    }

    static AuditRecord refused(String id, @Nullable String sandbox, String host) {
        return record(id, sandbox, ReasonCode.NO_GRANT, host, "/", null);
    }

    static AuditRecord refusedFetch(String id, boolean isReached) {
        var fetched =
                new FetchPart("runtime", null, null, null, -1, null, null, -1, -1, null, List.of(), -1, isReached);
        return AuditRecord.begin(id, NOON, "fetch")
                .sandbox("sb-1", "run-7", 3)
                .fetched(fetched)
                .ended(ReasonCode.INTEGRITY_FAILED, 422);
    }

    static AuditRecord record(
            String id,
            @Nullable String sandbox,
            ReasonCode reason,
            String host,
            String path,
            @Nullable String address) {
        return AuditRecord.begin(id, NOON, "http")
                .sandbox(sandbox, "run-7", 3)
                .rule("lease:net.fetch[0]")
                .request(new RequestPart("http", host, 80, "GET", path, "http", true, address, null, 0, 512))
                .took(1_234)
                .ended(reason, 200);
    }
}
