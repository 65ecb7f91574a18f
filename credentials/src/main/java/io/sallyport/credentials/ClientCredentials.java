package io.sallyport.credentials;

import io.sallyport.model.text.Parsed;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Access tokens by client credentials (RFC 6749 section 4.4).
 *
 * @param parameters of the request in addition, such as {@code scope} and {@code audience}
 */
public record ClientCredentials(OAuthClient client, Map<String, String> parameters) implements SecretSource {
    private static final Set<String> OWN =
            Set.of("grant_type", "client_id", "client_secret", "refresh_token", "code", "assertion");

    public ClientCredentials {
        parameters = Map.copyOf(parameters);
    }

    /** Creates a source; {@code parameters} are none that the grant itself has. */
    public static Parsed<ClientCredentials> of(OAuthClient client, Map<String, String> parameters) {
        String problem =
                client.secret() == null ? "a public client has no credentials of its own" : problemOf(parameters);
        return problem == null
                ? new Parsed.Accepted<>(new ClientCredentials(client, parameters))
                : new Parsed.Rejected<>(problem);
    }

    /** Returns what is wrong with parameters of a request for a token, or null. */
    static @Nullable String problemOf(Map<String, String> parameters) {
        return parameters.keySet().stream().anyMatch(OWN::contains)
                ? "a parameter that the grant itself has: "
                        + String.join(", ", OWN.stream().sorted().toList())
                : null;
    }

    @Override
    public SecretFetch fetch(SourceContext context) {
        Map<String, String> asked = new LinkedHashMap<>(parameters);
        asked.put("grant_type", "client_credentials");
        Instant began = context.clock().instant();
        return client.ask(
                asked,
                context,
                (status, body) ->
                        TokenAnswer.read(client.endpoint(), status, body, began).access());
    }
}
