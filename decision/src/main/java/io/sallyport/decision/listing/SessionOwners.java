package io.sallyport.decision.listing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import io.sallyport.model.message.RequestHeaders;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * For which sandbox a server of MCP has opened a session ({@code Mcp-Session-Id}, MCP 2025-06-18). Only those that
 * servers named in answers to judged bodies are known; what is not known is nobody's. Safe for concurrent use.
 */
public final class SessionOwners {
    static final int MAX_SESSIONS = 100_000;
    static final Duration UNUSED = Duration.ofDays(1); // after which one is forgotten

    private static final String FIELD = "mcp-session-id";

    private final Cache<String, String> owners;

    /** @param nanoClock elapsed nanoseconds */
    public SessionOwners(LongSupplier nanoClock) {
        owners = Caffeine.newBuilder()
                .maximumSize(MAX_SESSIONS)
                .expireAfterAccess(UNUSED)
                .ticker(nanoClock::getAsLong)
                .executor(Runnable::run)
                .build();
    }

    /**
     * Remembers that the server of {@code request} has opened the session {@code id} for a sandbox.
     *
     * @param known of that sandbox
     */
    public void opened(SandboxId sandbox, ListedTools known, CanonicalRequest request, String id) {
        String key = key(request, id);
        if (owners.asMap().putIfAbsent(key, sandbox.text()) == null) {
            String eldest = known.opened(key);
            if (eldest != null) {
                owners.invalidate(eldest);
            }
        }
    }

    /** Returns whether a request of a sandbox names a session that was opened for another one. */
    public boolean areOthers(SandboxId sandbox, CanonicalRequest request, RequestHeaders headers) {
        for (String id : headers.values(FIELD)) {
            String owner = owners.getIfPresent(key(request, id));
            if (owner != null && !owner.equals(sandbox.text())) {
                return true;
            }
        }
        return false;
    }

    private static String key(CanonicalRequest request, String id) {
        return Sha256.hexOfAll(request.scheme().word(), request.authority(), id);
    }
}
