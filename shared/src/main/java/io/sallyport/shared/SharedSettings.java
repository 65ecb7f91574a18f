package io.sallyport.shared;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where counters are shared, and how; {@code shared.redis}.
 *
 * @param url {@code redis://HOST[:PORT][/DB]}, or {@code rediss://} for TLS
 * @param user of the store's ACL, or null for its default user
 * @param passwordFile whose first line is the password, read at each connection; or null
 * @param trust certificates in PEM that are trusted instead of the system's, or null
 * @param prefix with which all keys begin
 * @param timeout of one call of the store, and of a request that waits for one
 * @param slice which part of what is left a gateway takes at once, in thousandths, 0 to 500; with 0 each charge asks
 * @param onOutage what happens to what a gateway holds while the store does not answer
 * @param outageLimit for how long it may be spent then
 * @param recoveryWait how long a store that may have lost something waits for gateways that are known and silent
 */
public record SharedSettings(
        URI url,
        @Nullable String user,
        @Nullable Path passwordFile,
        @Nullable Path trust,
        String prefix,
        Duration timeout,
        int slice,
        OnOutage onOutage,
        Duration outageLimit,
        Duration recoveryWait) {
    /** What happens to what a gateway holds while the store does not answer. */
    public enum OnOutage {
        /** It is not spent. */
        REFUSE,
        /** It is spent, for a bounded time. */
        SLACK
    }
}
