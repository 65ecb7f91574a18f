package io.sallyport.configuration;

import io.sallyport.fetch.cache.CacheBounds;
import io.sallyport.fetch.forge.ForgeSite;
import io.sallyport.fetch.landing.Executables;
import io.sallyport.fetch.landing.UploadRuns;
import io.sallyport.leasebridge.harness.Forges;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code fetch}: where skills are fetched from and where they are placed. Immutable.
 *
 * @param listen a separate listener in addition to the proxy's, or null for none
 * @param advertisedUrl the endpoint's URL as sandboxes see it
 * @param cache the root of the cache, absolute
 * @param directory the parent of each sandbox's skill directory, which has its id as its name; null to answer with tar
 *     archives only
 * @param shown the name of that directory as a sandbox sees it
 * @param isOffline whether only cached content is served
 * @param known the hosts of {@code forges}, for harness files and allowlists
 * @param maxFileBytes limit of a single file
 * @param sandboxBytes limit of what one sandbox may receive from outside
 * @param upload the command that copies skills into sandboxes instead of a shared directory, or null
 */
public record FetchSettings(
        @Nullable InetSocketAddress listen,
        String advertisedUrl,
        Path cache,
        CacheBounds cacheBounds,
        @Nullable Path directory,
        @Nullable String shown,
        boolean isOffline,
        Forges known,
        int maxFileBytes,
        long sandboxBytes,
        Executables executables,
        List<ForgeSite> forges,
        @Nullable Upload upload) {
    /** The URL at which the proxy answers. */
    public static final String THROUGH_THE_PROXY = "http://sallyport.internal/fetch";

    /**
     * An upload command.
     *
     * @param staging folder in which the command finds copies
     */
    public record Upload(UploadRuns runs, Path staging) {}

    public FetchSettings {
        forges = List.copyOf(forges);
    }

    /** Returns a copy with another cache and another shared directory. */
    public FetchSettings in(Path otherCache, Path otherDirectory) {
        return new FetchSettings(
                listen,
                advertisedUrl,
                otherCache,
                cacheBounds,
                otherDirectory,
                null,
                isOffline,
                known,
                maxFileBytes,
                sandboxBytes,
                executables,
                forges,
                null);
    }

    /** Returns a copy without a separate listener. */
    public FetchSettings throughTheProxy() {
        return new FetchSettings(
                null,
                THROUGH_THE_PROXY,
                cache,
                cacheBounds,
                directory,
                shown,
                isOffline,
                known,
                maxFileBytes,
                sandboxBytes,
                executables,
                forges,
                upload);
    }
}
