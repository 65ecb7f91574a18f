package io.sallyport.credentials;

import io.netty.handler.codec.http.HttpMethod;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A client of an authorization server (RFC 6749).
 *
 * @param endpoint the token endpoint
 * @param secret gives the client's secret, as {@link NamedSecrets#VALUE}; read for each request
 */
public record OAuthClient(
        SecretEndpoint endpoint, String id, SecretSource secret, ClientAuthentication authentication) {
    private static final Pattern ID = Pattern.compile("[ -~]{1,1024}");

    /**
     * Creates a client.
     *
     * @param addresses blocks that the endpoint lies in, or empty; see {@link SecretEndpoint}
     */
    public static Parsed<OAuthClient> of(
            String endpoint,
            List<String> addresses,
            String id,
            SecretSource secret,
            ClientAuthentication authentication) {
        return ID.matcher(id).matches()
                ? SecretEndpoint.of(endpoint, addresses).map(read -> new OAuthClient(read, id, secret, authentication))
                : new Parsed.Rejected<>("the id of a client is 1 to 1024 characters of ASCII");
    }

    /** Asks for a token, and returns what {@code reader} makes of the answer. Blocks. */
    SecretFetch ask(Map<String, String> parameters, SourceContext context, OutwardHttp.AnswerReader reader) {
        return SecretText.with(
                secret,
                context,
                text -> context.http()
                        .send(
                                HttpMethod.POST,
                                endpoint,
                                authentication.headers(id, text),
                                authentication.body(id, text, parameters),
                                context.nanos(),
                                reader));
    }
}
