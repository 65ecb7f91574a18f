package io.sallyport.fetch.forge;

import io.sallyport.fetch.url.ForgeHost;
import io.sallyport.fetch.url.ForgeKind;
import io.sallyport.model.CanonicalHost;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Dialect;
import io.sallyport.model.Scheme;
import org.jspecify.annotations.Nullable;

/**
 * A forge as the operator configured it.
 *
 * @param api where its API begins; the credential goes to this origin and to no other
 * @param credential null where its public repositories are enough
 */
public record ForgeSite(
        ForgeHost host, CanonicalUrl api, @Nullable ForgeCredential credential) {
    /** The API of github.com. */
    public static final String GITHUB_API = "https://api.github.com";

    /** The API of gitlab.com. */
    public static final String GITLAB_API = "https://gitlab.com/api/v4";

    /** A site, or why there is none. */
    public sealed interface Parsed {}

    public record Accepted(ForgeSite site) implements Parsed {}

    public record Rejected(String why) implements Parsed {}

    /** Reads a forge's settings. Never throws. */
    public static Parsed parse(
            String host, ForgeKind kind, boolean isEnabled, String api, @Nullable ForgeCredential credential) {
        if (!(CanonicalHost.parse(host) instanceof CanonicalHost.Accepted(var canonical))) {
            return new Rejected(host + " is no host name");
        }
        if (!(CanonicalUrl.parse(api, Dialect.WIRE) instanceof CanonicalUrl.Accepted(var base))
                || !base.query().equals(CanonicalQuery.NONE)) {
            return new Rejected("the API is an http or https URL without query");
        }
        if (credential != null && base.scheme() == Scheme.HTTP && !isLoopback(base.host())) {
            return new Rejected("a credential does not travel in clear to " + base.host());
        }
        return new Accepted(new ForgeSite(new ForgeHost(canonical, kind, isEnabled), base, credential));
    }

    private static boolean isLoopback(CanonicalHost host) {
        byte[] address = host.address();
        return address == null
                ? host.text().equals("localhost")
                : address.length == 4 ? address[0] == 127 : host.text().equals("::1");
    }

    /** The path of the API without the slash at its end. */
    String basePath() {
        String path = api.path().text();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
