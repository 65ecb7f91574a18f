package io.sallyport.configuration;

import io.sallyport.fetch.forge.ForgeCredential;
import io.sallyport.fetch.forge.ForgeSite;
import io.sallyport.fetch.url.ForgeKind;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Forges as the configuration and the flags of a fetch service write them. */
public final class ForgeSites {
    private static final Map<String, String> PUBLIC =
            Map.of("github.com", ForgeSite.GITHUB_API, "gitlab.com", ForgeSite.GITLAB_API);

    private ForgeSites() {}

    /**
     * A forge. A public one whose API was put elsewhere is another forge: its repositories are then where the operator says.
     *
     * @param api null: its own, which only public ones have
     * @param git where its repositories begin, {@link ForgeSite#NEVER}, or null: as usual
     */
    public static ForgeSite.Parsed of(
            String host,
            ForgeKind kind,
            boolean isEnabled,
            @Nullable String api,
            @Nullable ForgeCredential credential,
            @Nullable String git) {
        String own = PUBLIC.getOrDefault(host, "");
        String base = api == null ? own : api;
        String usual = own.isEmpty() || base.equals(own) ? ForgeSite.gitOf(host) : ForgeSite.NEVER;
        return ForgeSite.parse(host, kind, isEnabled, base, credential, git == null ? usual : git);
    }
}
