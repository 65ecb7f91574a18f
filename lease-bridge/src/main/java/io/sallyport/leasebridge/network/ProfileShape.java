package io.sallyport.leasebridge.network;

import static io.sallyport.documents.Shape.list;
import static io.sallyport.documents.Shape.object;
import static io.sallyport.documents.Shape.text;
import static io.sallyport.documents.Shape.truth;

import io.sallyport.documents.Shape;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The fields of a profile (specs: API servers, section 4; OpenShell's {@code profiles.rs} of November 2026), except its
 * endpoints, which are validated one by one.
 */
final class ProfileShape {
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    /** A name of a profile or provider. */
    static final Shape NAME = Shape.matching(WORD, "a name of letters, digits, ., _ and -");

    static final Shape PROFILE = profile();

    private ProfileShape() {}

    private static Shape profile() {
        Shape binary = Shape.either(text(), object(Map.of("!path", text(), "harness", truth())));
        Map<String, Shape> fields = new HashMap<>(Map.of(
                "!id", NAME,
                "display_name", text(),
                "description", text(),
                "category", text(),
                "resource_version", text(),
                "annotations", Shape.map(text())));
        fields.putAll(Map.of(
                "endpoints", list(Shape.checkedLater(() -> NetworkPolicyShape.STRICT.endpoint())),
                "binaries", list(binary),
                "credentials", list(Shape.either(NAME, CredentialShape.DESCRIBED)),
                "discovery", object(Map.of("credentials", list(text()))),
                "inference_capable", truth()));
        return object(Map.copyOf(fields));
    }
}
