package io.sallyport.leasebridge.network;

import static io.sallyport.documents.Shape.later;
import static io.sallyport.documents.Shape.list;
import static io.sallyport.documents.Shape.object;
import static io.sallyport.documents.Shape.text;

import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Shape;
import java.util.Map;
import java.util.regex.Pattern;

/** The fields of a profile (specs: API servers, section 4), except its endpoints, which are validated one by one. */
final class ProfileShape {
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    /** A name of a profile or provider. */
    static final Shape NAME = Shape.matching(WORD, "a name of letters, digits, ., _ and -");

    /** Names of providers; what describes credentials is not read. */
    private static final Shape CREDENTIALS = credentials();

    private static Shape credentials() {
        Shape names = list(NAME);
        Shape shape = (value, label, findings) -> {
            boolean areNames =
                    value instanceof Items(var items, var _) && items.stream().allMatch(Scalar.class::isInstance);
            (areNames ? names : later()).check(value, label, findings);
        };
        return shape.described(names::schema);
    }

    static final Shape PROFILE = object(Map.of(
            "!id", NAME,
            "display_name", text(),
            "description", text(),
            "category", text(),
            "endpoints", list(Shape.checkedLater(() -> NetworkPolicyShape.STRICT.endpoint())),
            "binaries", list(text()),
            "credentials", CREDENTIALS));

    private ProfileShape() {}
}
