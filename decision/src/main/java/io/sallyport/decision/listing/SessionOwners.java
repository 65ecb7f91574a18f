package io.sallyport.decision.listing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import io.sallyport.model.message.RequestHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * For which sandbox a server of MCP has opened a session: by {@code Mcp-Session-Id} (MCP 2025-06-18) in an answer to a
 * judged body, or by {@code session_id} or {@code sessionId} in the URL that a stream of HTTP with SSE (2024-11-05)
 * names. What is not known is nobody's. Safe for concurrent use.
 */
public final class SessionOwners {
    static final int MAX_SESSIONS = 100_000;
    static final Duration UNUSED = Duration.ofDays(1); // after which one is forgotten

    private static final String FIELD = "mcp-session-id";
    private static final Set<String> PARAMETERS = Set.of("session_id", "sessionId"); // of MCP's SDKs

    private final Cache<String, String> owners;
    private volatile boolean anyInUrl;

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

    /** As {@link #opened}, of the session in the URL at which the stream of {@code request} says to take messages. */
    public void openedAt(SandboxId sandbox, ListedTools known, CanonicalRequest request, String url) {
        int query = url.indexOf('?');
        List<String> ids = query < 0 ? List.of() : inUrl(CanonicalQuery.parse(url.substring(query + 1)));
        for (String id : ids) {
            anyInUrl = true;
            opened(sandbox, known, request, id);
        }
    }

    /** Returns whether a request of a sandbox names a session that was opened for another one. */
    public boolean areOthers(SandboxId sandbox, CanonicalRequest request, RequestHeaders headers) {
        return areOthers(sandbox, request, headers.values(FIELD))
                || (anyInUrl && areOthers(sandbox, request, inUrl(request.query())));
    }

    private boolean areOthers(SandboxId sandbox, CanonicalRequest request, List<String> ids) {
        for (String id : ids) {
            String owner = owners.getIfPresent(key(request, id));
            if (owner != null && !owner.equals(sandbox.text())) {
                return true;
            }
        }
        return false;
    }

    private static List<String> inUrl(CanonicalQuery query) {
        Map<String, List<String>> parameters = query.parameters();
        return parameters == null
                ? List.of()
                : PARAMETERS.stream()
                        .flatMap(name -> parameters.getOrDefault(name, List.of()).stream())
                        .toList();
    }

    private static String key(CanonicalRequest request, String id) {
        return Sha256.hexOfAll(request.scheme().word(), request.authority(), id);
    }
}
