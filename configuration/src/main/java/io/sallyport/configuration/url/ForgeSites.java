package io.sallyport.configuration.url;

import io.sallyport.fetch.forge.ForgeCredential;
import io.sallyport.fetch.forge.ForgeSite;
import io.sallyport.fetch.url.ForgeKind;
import io.sallyport.model.text.Parsed;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates forges from the configuration and from the flags of a fetch service. */
public final class ForgeSites {
    private static final Map<String, String> PUBLIC =
            Map.of("github.com", ForgeSite.GITHUB_API, "gitlab.com", ForgeSite.GITLAB_API);

    private ForgeSites() {}

    /**
     * Creates a forge. A public forge with another API address counts as a different forge, whose repositories are
     * where the operator says.
     *
     * @param api null for its own, which only public forges have
     * @param git base URL of its repositories, {@link ForgeSite#NEVER}, or null for the default
     */
    public static Parsed<ForgeSite> of(
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
