package io.sallyport.fetch.forge;

import io.sallyport.fetch.url.ForgeHost;
import io.sallyport.fetch.url.ForgeKind;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import io.sallyport.model.text.Parsed.Accepted;
import io.sallyport.model.text.Parsed.Rejected;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A forge as the operator configured it.
 *
 * @param api where its API begins; the credential goes to this origin and to no other
 * @param credential null where its public repositories are enough
 * @param git where its repositories begin, for git over HTTP; null where that is not to be used
 */
public record ForgeSite(
        ForgeHost host,
        CanonicalUrl api,
        @Nullable ForgeCredential credential,
        @Nullable CanonicalUrl git) {
    /** In place of a URL: no git for this forge. */
    public static final String NEVER = "never";

    /** The API of github.com. */
    public static final String GITHUB_API = "https://api.github.com";

    /** The API of gitlab.com. */
    public static final String GITLAB_API = "https://gitlab.com/api/v4";

    /** Where the repositories of {@code host} begin, if it is like all others. */
    public static String gitOf(String host) {
        return "https://" + host + "/";
    }

    /**
     * Reads a forge's settings. Never throws.
     *
     * @param git a URL, or {@link #NEVER}
     */
    public static Parsed<ForgeSite> parse(
            String host,
            ForgeKind kind,
            boolean isEnabled,
            String api,
            @Nullable ForgeCredential credential,
            String git) {
        if (!(CanonicalHost.parse(host) instanceof Parsed.Accepted(var canonical))) {
            return new Rejected<>(host + " is no host name");
        }
        CanonicalUrl base = url(api);
        if (base == null) {
            return new Rejected<>("the API is an http or https URL without query");
        }
        if (credential != null && base.scheme() == Scheme.HTTP && !isLoopback(base.host())) {
            return new Rejected<>("a credential does not travel in clear to " + base.host());
        }
        CanonicalUrl repositories = git.equals(NEVER) ? null : url(git);
        return repositories == null && !git.equals(NEVER)
                ? new Rejected<>("git is an http or https URL without query, or " + NEVER)
                : new Accepted<>(
                        new ForgeSite(new ForgeHost(canonical, kind, isEnabled), base, credential, repositories));
    }

    private static @Nullable CanonicalUrl url(String text) {
        return CanonicalUrl.parse(text, Dialect.WIRE) instanceof Canonicalized.Accepted(var url)
                        && url.query().equals(CanonicalQuery.NONE)
                ? url
                : null;
    }

    private static boolean isLoopback(CanonicalHost host) {
        byte[] address = host.address();
        return address == null
                ? host.text().equals("localhost")
                : address.length == 4 ? address[0] == 127 : host.text().equals("::1");
    }

    /** What is dialled for it. */
    public List<CanonicalUrl> urls() {
        return git == null ? List.of(api) : List.of(api, git);
    }

    /** The path of the API without the slash at its end. */
    String basePath() {
        String path = api.path().text();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
