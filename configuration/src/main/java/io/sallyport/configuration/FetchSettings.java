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
 * The section {@code fetch}: where skills are fetched from and where they land. Immutable.
 *
 * @param listen a listener of its own beside the proxy's, or null: none
 * @param advertisedUrl the endpoint as sandboxes are told of it
 * @param cache the root of the cache, absolute
 * @param directory each sandbox's skills land in a directory of its id below it; null: skills are answered as tar only
 * @param shown how a sandbox names its directory
 * @param isOffline whether only what is kept is served
 * @param known the hosts of {@code forges}, as harness files and allowlists know them
 * @param maxFileBytes of a single file
 * @param sandboxBytes that one sandbox may receive from outside
 * @param upload what brings skills into sandboxes in place of a shared directory, or null
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
    /** Where the proxy answers. */
    public static final String THROUGH_THE_PROXY = "http://sallyport.internal/fetch";

    /**
     * A command that uploads.
     *
     * @param staging where it finds copies
     */
    public record Upload(UploadRuns runs, Path staging) {}

    public FetchSettings {
        forges = List.copyOf(forges);
    }

    /** The same with what is kept, and what lands, elsewhere. */
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

    /** The same without a listener. */
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
