package io.sallyport.decision.ask;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Sha256;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was approved for one sandbox beyond the request that waited. It ends with the sandbox and with the process. Safe
 * for concurrent use.
 */
public final class RequestApprovals {
    /** Approvals of one sandbox at once; one more is not kept. */
    public static final int MAX_APPROVALS = 100;

    private final InstantSource clock;
    private final List<RequestApproval> standing = new ArrayList<>();

    public RequestApprovals(InstantSource clock) {
        this.clock = clock;
    }

    /** Keeps {@code approval}; false if there are too many. */
    synchronized boolean add(RequestApproval approval) {
        Instant now = clock.instant();
        standing.removeIf(one -> one.isOver(now));
        return standing.size() < MAX_APPROVALS && standing.add(approval);
    }

    /** Returns one that covers the request where {@code deny} asks, or null. */
    public synchronized @Nullable RequestApproval find(
            CanonicalRequest request, @Nullable Sha256 body, Decision.Deny deny) {
        if (standing.isEmpty()) {
            return null;
        }
        Instant now = clock.instant();
        standing.removeIf(one -> one.isOver(now));
        return standing.stream()
                .filter(one -> one.covers(request, body, deny))
                .findFirst()
                .orElse(null);
    }
}
