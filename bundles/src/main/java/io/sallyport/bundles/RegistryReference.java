package io.sallyport.bundles;

import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.text.Parsed;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a bundle is at its service. Immutable.
 *
 * @param repository of a registry, below {@code /v2/}; or the URL of the bundle
 * @param reference the tag or digest in a registry; empty for other services
 */
public record RegistryReference(CanonicalUrl repository, String reference) {
    /** The names of OCI Distribution Specification 1.1. */
    private static final Pattern FORM = Pattern.compile("([^/]+)/([a-z0-9]+(?:(?:\\.|_|__|-+|/)[a-z0-9]+)*)"
            + "(?::([A-Za-z0-9_][A-Za-z0-9._-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?");

    /** Reads {@code HOST/REPOSITORY:TAG} or {@code HOST/REPOSITORY@DIGEST}; the host is the service's. */
    public static Parsed<RegistryReference> of(RemoteService service, String resource) {
        Matcher form = FORM.matcher(resource);
        if (!form.matches()) {
            return new Parsed.Rejected<>(resource + ": no reference (expected: HOST/REPOSITORY:TAG)");
        }
        if (!form.group(1).equals(service.url().authority())) {
            return new Parsed.Rejected<>(form.group(1) + ": another registry than the service's, "
                    + service.url().authority());
        }
        String tag = form.group(3) == null ? "latest" : form.group(3);
        String reference = form.group(4) == null ? tag : form.group(4);
        return service.at("v2/" + form.group(2)).map(url -> new RegistryReference(url, reference));
    }
}
