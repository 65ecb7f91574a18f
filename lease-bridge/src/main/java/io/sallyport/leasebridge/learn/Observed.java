package io.sallyport.leasebridge.learn;

import io.sallyport.model.CanonicalRequest;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The traffic that was seen, in the order in which each request came first. Immutable.
 *
 * @param wanted requests that a document is wanted for, without queries; of a tunnel only the host is known
 * @param tunnels that were opened, and whose requests are among {@code wanted} if any came
 * @param unlearned the others
 * @param unheld how many requests were seen beyond the limits of {@link ObservedTraffic}, and are nowhere else
 */
public record Observed(
        Map<CanonicalRequest, Sighting> wanted,
        Map<CanonicalRequest, Sighting> tunnels,
        Map<Unlearned, Sighting> unlearned,
        long unheld) {
    public Observed {
        wanted = Collections.unmodifiableMap(new LinkedHashMap<>(wanted));
        tunnels = Collections.unmodifiableMap(new LinkedHashMap<>(tunnels));
        unlearned = Collections.unmodifiableMap(new LinkedHashMap<>(unlearned));
    }
}
