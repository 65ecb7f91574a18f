package io.sallyport.configuration.provider;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.proxy.credentials.SigV4Rule;
import io.sallyport.proxy.credentials.SigningScope;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code providers.*.inject.aws_sigv4}: which requests are signed for AWS, and for what. */
final class SigningSection {
    private static final Keys SIGNING = new Keys("providers.*.inject.aws_sigv4");
    private static final Form<String> WORD =
            Form.text("small letters, digits and -", text -> SigningScope.isWord(text) ? text : null);

    private static final Key<String> REGIONS = SIGNING.list(
            "allowed_regions",
            WORD,
            "`region` alone",
            "The regions that a sandbox may sign for, such as `eu-central-1`; its signature says which.");
    private static final Key<String> SERVICES = SIGNING.list(
            "allowed_services",
            WORD,
            "`service` alone",
            "The services that a sandbox may sign for, as signatures name them, such as `s3` and `dynamodb`.");
    private static final Key<String> REGION = SIGNING.optional(
            "region",
            WORD,
            "none: such requests are refused",
            "The region of requests that a sandbox has not signed; also what `AWS_REGION` says to it.");
    private static final Key<String> SERVICE = SIGNING.optional(
            "service", WORD, "none: such requests are refused", "The service of requests that it has not signed.");
    private static final Key<Boolean> UNSIGNED = SIGNING.value(
            "unsigned_payload",
            Form.TRUTH,
            true,
            "Whether a signature may leave the body out, as clients ask for large ones: TLS protects it.");

    private SigningSection() {}

    static Keys keys() {
        return SIGNING;
    }

    static SigV4Rule read(Section section) throws ConfigException {
        @Nullable String region = section.find(REGION);
        @Nullable String service = section.find(SERVICE);
        Set<String> regions = with(section.list(REGIONS), region);
        Set<String> services = with(section.list(SERVICES), service);
        boolean unsigned = section.read(UNSIGNED);
        section.end();
        if (regions.isEmpty() || services.isEmpty()) {
            throw section.error("allowed_regions or region, and allowed_services or service are needed");
        }
        return new SigV4Rule(regions, services, region, service, unsigned);
    }

    private static Set<String> with(List<String> allowed, @Nullable String one) {
        Set<String> all = new HashSet<>(allowed);
        if (one != null) {
            all.add(one);
        }
        return all;
    }
}
