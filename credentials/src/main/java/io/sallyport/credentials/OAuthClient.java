package io.sallyport.credentials;

import io.netty.handler.codec.http.HttpMethod;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A client of an authorization server (RFC 6749).
 *
 * @param endpoint the token endpoint
 * @param secret gives the client's secret, as {@link NamedSecrets#VALUE}; read for each request; null for
 *     a public client
 */
public record OAuthClient(
        SecretEndpoint endpoint, String id, @Nullable SecretSource secret, ClientAuthentication authentication) {
    private static final Pattern ID = Pattern.compile("[ -~]{1,1024}");

    /**
     * Creates a client that has a secret.
     *
     * @param addresses blocks that the endpoint lies in, or empty; see {@link SecretEndpoint}
     * @param authentication {@code BASIC} or {@code BODY}
     */
    public static Parsed<OAuthClient> of(
            String endpoint,
            List<String> addresses,
            String id,
            SecretSource secret,
            ClientAuthentication authentication) {
        return authentication == ClientAuthentication.NONE
                ? new Parsed.Rejected<>("a client with a secret shows it in the header or the body")
                : client(endpoint, addresses, id, secret, authentication);
    }

    /** Creates a public client, which has no secret. */
    public static Parsed<OAuthClient> ofPublic(String endpoint, List<String> addresses, String id) {
        return client(endpoint, addresses, id, null, ClientAuthentication.NONE);
    }

    private static Parsed<OAuthClient> client(
            String endpoint,
            List<String> addresses,
            String id,
            @Nullable SecretSource secret,
            ClientAuthentication authentication) {
        return ID.matcher(id).matches()
                ? SecretEndpoint.of(endpoint, addresses).map(read -> new OAuthClient(read, id, secret, authentication))
                : new Parsed.Rejected<>("the id of a client is 1 to 1024 characters of ASCII");
    }

    /** Asks for a token, and returns what {@code reader} makes of the answer. Blocks. */
    SecretFetch ask(Map<String, String> parameters, SourceContext context, OutwardHttp.AnswerReader reader) {
        return secret == null
                ? ask("", parameters, context, reader)
                : SecretText.with(secret, context, text -> ask(text, parameters, context, reader));
    }

    private SecretFetch ask(
            String text, Map<String, String> parameters, SourceContext context, OutwardHttp.AnswerReader reader) {
        Map<String, String> headers = authentication.headers(id, text);
        String body = authentication.body(id, text, parameters);
        return context.http().send(HttpMethod.POST, endpoint, headers, body, context.nanos(), reader);
    }
}
