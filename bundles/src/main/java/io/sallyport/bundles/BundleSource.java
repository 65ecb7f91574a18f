package io.sallyport.bundles;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where the versions of one bundle come from. Blocks; used by one thread at a time. */
interface BundleSource {
    /**
     * Asks for the bundle.
     *
     * @param etag of the version that is there already; null for any
     * @param wait how long the service may hold the request until there is news; zero for no time
     * @param deltas whether changes of the data of that version are of use as well
     */
    BundleDownload download(@Nullable String etag, Duration wait, boolean deltas);
}
