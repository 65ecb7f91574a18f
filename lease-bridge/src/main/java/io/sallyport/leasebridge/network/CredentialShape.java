package io.sallyport.leasebridge.network;

import static io.sallyport.documents.Shape.list;
import static io.sallyport.documents.Shape.number;
import static io.sallyport.documents.Shape.object;
import static io.sallyport.documents.Shape.text;
import static io.sallyport.documents.Shape.truth;
import static io.sallyport.documents.Shape.words;

import io.sallyport.documents.Shape;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** How a profile of OpenShell describes a secret, by the fields that its {@code profiles.rs} had in November 2026. */
public final class CredentialShape {
    private static final Shape ANYTHING = (_, _, _) -> {};
    private static final Shape VARIABLE = Shape.matching(Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}"), "a variable");
    private static final Shape FIELD = Shape.matching(Pattern.compile("[A-Za-z0-9-]{0,64}"), "the name of a field");
    private static final Shape PARAMETER =
            Shape.matching(Pattern.compile("[A-Za-z0-9._-]{0,64}"), "the name of a parameter");
    private static final Shape SECONDS = number(0, Integer.MAX_VALUE, "a number of seconds");

    private static final Shape REFRESH = object(Map.of(
            "strategy",
            text(),
            "token_url",
            text(),
            "scopes",
            list(text()),
            "refresh_before_seconds",
            SECONDS,
            "max_lifetime_seconds",
            SECONDS,
            "material",
            list(object(Map.of("!name", text(), "description", text(), "required", truth(), "secret", truth()))),
            "additional_outputs",
            list(object(Map.of("!output", text(), "!credential", text())))));

    /** One secret: its name, where a program finds it, where it is sent, and how it stays fresh. */
    public static final Shape DESCRIBED = described();

    private CredentialShape() {}

    private static Shape described() {
        Map<String, Shape> fields = new HashMap<>(Map.of(
                "!name", ProfileShape.NAME,
                "description", text(),
                "env_vars", list(VARIABLE),
                "required", truth(),
                "auth_style", words(Set.of("", "basic", "bearer", "header", "query", "path")),
                "header_name", FIELD,
                "query_param", PARAMETER,
                "path_template", text()));
        fields.putAll(Map.of("refresh", REFRESH, "token_grant", ANYTHING));
        return object(Map.copyOf(fields));
    }
}
