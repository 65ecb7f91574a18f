package io.sallyport.configuration;

import io.sallyport.credentials.SecretEndpoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where people log in to the console, and which roles they have. Immutable.
 *
 * @param issuer the claim {@code iss} of identity tokens, as the provider writes it
 * @param endpoint the document in which the provider publishes its other endpoints
 * @param clientId the gateway's name at the provider, which the claim {@code aud} holds
 * @param clientSecretFile absolute; null for a public client
 * @param scopes that are asked for, {@code openid} among them
 * @param algorithms such as {@code ES256}: how identity tokens may be signed; never empty
 * @param claim whose values give roles
 * @param roles values of the claim by the word of their role; never empty
 * @param session how long a session lasts at most
 */
public record OidcSettings(
        String issuer,
        SecretEndpoint endpoint,
        String clientId,
        @Nullable Path clientSecretFile,
        List<String> scopes,
        List<String> algorithms,
        String claim,
        Map<String, List<String>> roles,
        Duration session) {
    public OidcSettings {
        scopes = List.copyOf(scopes);
        algorithms = List.copyOf(algorithms);
        roles = Map.copyOf(roles);
    }

    /** Returns whether a person can have a role that changes guardrails. */
    boolean changesGuardrails() {
        return roles.containsKey("operator") || roles.containsKey("security");
    }
}
