package io.sallyport.gateway.cli.fetch;

import io.sallyport.fetch.forge.ForgeCredential;
import io.sallyport.fetch.forge.ForgeSite;
import io.sallyport.fetch.url.ForgeKind;
import io.sallyport.gateway.serve.StartException;
import org.jspecify.annotations.Nullable;

/** The forges that a fetch service knows. */
final class ForgeSites {
    private ForgeSites() {}

    static ForgeSite github(String api, @Nullable String token) throws StartException {
        return site("github.com", ForgeKind.GITHUB, true, api, token);
    }

    /** @param api null where it is not enabled */
    static ForgeSite gitlab(@Nullable String api, @Nullable String token) throws StartException {
        return site("gitlab.com", ForgeKind.GITLAB, api != null, api == null ? ForgeSite.GITLAB_API : api, token);
    }

    private static ForgeSite site(String host, ForgeKind kind, boolean isEnabled, String api, @Nullable String token)
            throws StartException {
        try {
            ForgeCredential credential = token == null ? null : ForgeCredential.of(token);
            return switch (ForgeSite.parse(host, kind, isEnabled, api, credential)) {
                case ForgeSite.Accepted(var site) -> site;
                case ForgeSite.Rejected(var why) -> throw new StartException(kind.word() + ": " + why);
            };
        } catch (IllegalArgumentException e) {
            throw new StartException("SALLYPORT_FORGE_TOKEN: " + e.getMessage());
        }
    }
}
