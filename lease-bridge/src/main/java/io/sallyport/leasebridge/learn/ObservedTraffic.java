package io.sallyport.leasebridge.learn;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Collects traffic within limits; what exceeds them is counted. Safe for concurrent use; returns at once. */
public final class ObservedTraffic {
    /** Limit of different requests that are held: that of the patterns of a lease. */
    public static final int MAX_REQUESTS = 4_096;

    /** Limit of the characters of their targets together, so that a document of them stays within its own limit. */
    static final int MAX_TARGET_CHARS = 256 * 1024;

    /** Limit of different requests that are not learned and are held. */
    static final int MAX_UNLEARNED = 256;

    private final Map<CanonicalRequest, Sighting> wanted = new LinkedHashMap<>(); // guarded by this, as all fields are
    private final Map<CanonicalRequest, Sighting> tunnels = new LinkedHashMap<>();
    private final Map<Unlearned, Sighting> unlearned = new LinkedHashMap<>();
    private int targetChars;
    private long unheld;

    /**
     * Adds a request that passed.
     *
     * @param queryNames names of parameters that its query has, as far as they are known
     */
    public synchronized void passed(CanonicalRequest request, Collection<String> queryNames, Instant time) {
        boolean isLookedInto = request.kind() == RequestKind.CONNECT && request.scheme() == Scheme.HTTPS;
        add(isLookedInto ? tunnels : wanted, request, Sighting.at(time, queryNames));
    }

    /**
     * Adds a request that was refused because nothing grants it, and that is to pass.
     *
     * @param queryNames names of parameters that its query has, as far as they are known
     */
    public synchronized void wanted(CanonicalRequest request, Collection<String> queryNames, Instant time) {
        add(wanted, request, Sighting.at(time, queryNames));
    }

    /** Adds a request that is not to be learned. */
    public synchronized void unlearned(Unlearned request, Instant time) {
        if (unlearned.size() < MAX_UNLEARNED || unlearned.containsKey(request)) {
            unlearned.merge(request, Sighting.at(time), Sighting::and);
        } else {
            unheld++;
        }
    }

    private void add(Map<CanonicalRequest, Sighting> map, CanonicalRequest request, Sighting once) {
        CanonicalRequest seen = request.withoutQuery();
        if (!map.containsKey(seen)) {
            int chars = seen.target().length();
            if (wanted.size() + tunnels.size() >= MAX_REQUESTS || targetChars + chars > MAX_TARGET_CHARS) {
                unheld++;
                return;
            }
            targetChars += chars;
        }
        map.merge(seen, once, Sighting::and);
    }

    /** Returns what was seen until now. */
    public synchronized Observed observed() {
        return new Observed(wanted, tunnels, unlearned, unheld);
    }
}
