package io.sallyport.bundles;

import io.sallyport.model.CanonicalUrl;
import io.sallyport.policycompiler.bundle.BundleKey;
import io.sallyport.policycompiler.bundle.BundleLimits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where a bundle comes from: an entry of {@code bundles} in OPA's configuration. Immutable.
 *
 * @param url of the bundle at its service; of a registry, the repository, with the tag or digest in {@code reference}
 * @param reference the tag or digest in a registry; empty for other services
 * @param persist whether the last one that came into force is kept on disk
 * @param key whose signature it must have, or null if it must have none
 * @param sizeLimit of the compressed archive, in bytes
 * @param maxAge how long after the service last confirmed it a copy on disk may come into force at a start
 */
public record BundleSettings(
        String name,
        RemoteService service,
        CanonicalUrl url,
        String reference,
        boolean persist,
        BundlePolling polling,
        @Nullable BundleKey key,
        int sizeLimit,
        Duration maxAge) {
    /** Returns the limits that the bundle is read within. */
    BundleLimits limits() {
        BundleLimits usual = BundleLimits.DEFAULTS;
        return new BundleLimits(sizeLimit, usual.maxBytes(), usual.maxFiles(), usual.maxDepth());
    }
}
