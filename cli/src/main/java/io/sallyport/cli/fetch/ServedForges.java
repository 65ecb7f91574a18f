package io.sallyport.cli.fetch;

import io.sallyport.configuration.Config;
import io.sallyport.configuration.url.ForgeSites;
import io.sallyport.fetch.forge.ForgeCredential;
import io.sallyport.fetch.forge.ForgeSite;
import io.sallyport.fetch.url.ForgeKind;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The forges that a fetch service supports. */
record ServedForges(List<ForgeSite> sites) {
    static ServedForges of(FetchServiceSettings settings) throws StartException {
        String token = settings.forgeToken();
        String gitlab = settings.gitlabApi();
        return new ServedForges(List.of(
                site("github.com", ForgeKind.GITHUB, true, settings.githubApi(), token, settings.githubGit()),
                site("gitlab.com", ForgeKind.GITLAB, gitlab != null, gitlab, null, settings.gitlabGit())));
    }

    private static ForgeSite site(
            String host,
            ForgeKind kind,
            boolean isEnabled,
            @Nullable String api,
            @Nullable String token,
            @Nullable String git)
            throws StartException {
        try {
            ForgeCredential credential = token == null ? null : ForgeCredential.of(token);
            return switch (ForgeSites.of(host, kind, isEnabled, api, credential, git)) {
                case Parsed.Accepted(var site) -> site;
                case Parsed.Rejected(var why, int _) -> throw new StartException(kind.word() + ": " + why);
            };
        } catch (IllegalArgumentException e) {
            throw new StartException("SALLYPORT_FORGE_TOKEN: " + e.getMessage());
        }
    }

    /**
     * The egress settings. The operator named APIs and repositories, so one at a special address, such as this
     * machine's, is intended.
     */
    Config.Egress egress(List<Path> trust) {
        Map<String, String> hosts = new HashMap<>();
        List<String> addresses = new ArrayList<>();
        for (ForgeSite site : sites) {
            for (CanonicalUrl url : site.urls()) {
                CanonicalHost host = url.host();
                byte[] address = host.address();
                if (address != null) {
                    addresses.add(host.text() + "/" + 8 * address.length);
                } else if (host.text().equals("localhost")) {
                    hosts.put("localhost:" + url.port(), "127.0.0.1:" + url.port());
                }
            }
        }
        return new Config.Egress(hosts, addresses, trust);
    }
}
