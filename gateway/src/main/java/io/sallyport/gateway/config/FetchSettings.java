package io.sallyport.gateway.config;

import io.sallyport.fetch.forge.ForgeSite;
import io.sallyport.fetch.landing.Executables;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code fetch}: where skills are fetched from and where they land. Immutable.
 *
 * @param advertisedUrl the endpoint as sandboxes reach it, or null: where it listens
 * @param cache the root of the cache, absolute
 * @param directory each sandbox's skills land in a directory of its id below it; null: skills are answered as tar only
 * @param shown how a sandbox names its directory
 * @param isOffline whether only what is kept is served
 * @param ignoresCase of owner and repository, where a URL is compared with an allowlist
 */
public record FetchSettings(
        InetSocketAddress listen,
        @Nullable String advertisedUrl,
        Path cache,
        @Nullable Path directory,
        @Nullable String shown,
        boolean isOffline,
        boolean ignoresCase,
        Executables executables,
        List<ForgeSite> forges) {
    public FetchSettings {
        forges = List.copyOf(forges);
    }
}
