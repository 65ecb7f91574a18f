package io.sallyport.credentials;

import io.netty.handler.codec.http.HttpMethod;
import io.sallyport.credentials.SecretFetch.Unavailable;
import io.sallyport.credentials.key.SignedJwt;
import io.sallyport.model.text.Parsed;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Access tokens by a JWT that the client signs (RFC 7523 section 2.1), as of a service account of Google.
 *
 * @param endpoint the token endpoint, which is also the audience of the JWT
 * @param issuer such as the account's address of mail
 * @param subject for whom the token is, or null
 * @param key gives the account's private key in PEM, as {@link NamedSecrets#VALUE}; read for each request
 * @param scopes may be empty
 */
public record JwtBearer(
        SecretEndpoint endpoint, String issuer, @Nullable String subject, SecretSource key, List<String> scopes)
        implements SecretSource {
    private static final Duration BACKDATED = Duration.ofMinutes(1);
    private static final Duration LIFE = Duration.ofMinutes(9);

    /** What needs no escape in JSON. */
    private static final Pattern WORD = Pattern.compile("[!#-\\[\\]-~]{1,1024}");

    public JwtBearer {
        scopes = List.copyOf(scopes);
    }

    /**
     * Creates a source.
     *
     * @param addresses blocks that the endpoint lies in, or empty; see {@link SecretEndpoint}
     */
    public static Parsed<JwtBearer> of(
            String endpoint,
            List<String> addresses,
            String issuer,
            @Nullable String subject,
            SecretSource key,
            List<String> scopes) {
        boolean areWords = WORD.matcher(issuer).matches()
                && (subject == null || WORD.matcher(subject).matches())
                && scopes.stream().allMatch(scope -> WORD.matcher(scope).matches());
        if (!areWords) {
            return new Parsed.Rejected<>("an issuer, subject or scope is ASCII without spaces, quotes and backslashes");
        }
        return SecretEndpoint.of(endpoint, addresses).map(read -> new JwtBearer(read, issuer, subject, key, scopes));
    }

    @Override
    public SecretFetch fetch(SourceContext context) {
        Instant now = context.clock().instant();
        return SecretText.with(key, context, pem -> switch (SignedJwt.sign(claims(now), pem)) {
            case Parsed.Rejected<String>(String why, int _) ->
                new Unavailable("the key of " + issuer + ": " + why, false);
            case Parsed.Accepted<String>(String token) -> ask(token, now, context);
        });
    }

    private String claims(Instant now) {
        Map<String, String> claims = new LinkedHashMap<>(Map.of("iss", issuer));
        claims.put("aud", endpoint.url().text());
        if (subject != null) {
            claims.put("sub", subject);
        }
        if (!scopes.isEmpty()) {
            claims.put("scope", String.join(" ", scopes));
        }
        var json = new StringBuilder("{\"iat\":" + now.minus(BACKDATED).getEpochSecond() + ",\"exp\":"
                + now.plus(LIFE).getEpochSecond());
        claims.forEach((name, value) -> json.append(",\"" + name + "\":\"" + value + "\""));
        return json.append('}').toString();
    }

    private SecretFetch ask(String token, Instant now, SourceContext context) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer");
        parameters.put("assertion", token);
        return context.http()
                .send(
                        HttpMethod.POST,
                        endpoint,
                        ClientAuthentication.form(),
                        ClientAuthentication.encoded(parameters),
                        context.nanos(),
                        (status, body) ->
                                TokenAnswer.read(endpoint, status, body, now).access());
    }
}
