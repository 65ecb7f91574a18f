package io.sallyport.credentials;

import io.sallyport.credentials.SecretFetch.Fetched;
import io.sallyport.credentials.SecretFetch.Unavailable;
import io.sallyport.credentials.key.TokenSeal;
import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Access tokens by a refresh token (RFC 6749 section 6). A refresh token that the endpoint replaces is on disk before
 * the access token beside it is used; one process at a time, and one thread of it, uses it.
 *
 * @param first gives the refresh token of the consent, as {@link NamedSecrets#VALUE}; when it changes, the stored one
 *     is of no use any more
 * @param file where the latest refresh token is stored
 * @param key gives the text that the file is sealed with, as {@link NamedSecrets#VALUE}: at least 32 bytes, random
 * @param parameters of the request in addition, such as {@code scope}
 */
public record RefreshTokenGrant(
        OAuthClient client, SecretSource first, RefreshTokenFile file, SecretSource key, Map<String, String> parameters)
        implements SecretSource {
    public RefreshTokenGrant {
        parameters = Map.copyOf(parameters);
    }

    /** Creates a source; {@code parameters} are none that the grant itself has. */
    public static Parsed<RefreshTokenGrant> of(
            OAuthClient client,
            SecretSource first,
            RefreshTokenFile file,
            SecretSource key,
            Map<String, String> parameters) {
        String problem = ClientCredentials.problemOf(parameters);
        return problem == null
                ? new Parsed.Accepted<>(new RefreshTokenGrant(client, first, file, key, parameters))
                : new Parsed.Rejected<>(problem);
    }

    @Override
    public SecretFetch fetch(SourceContext context) {
        return SecretText.with(
                key,
                context,
                keyText -> SecretText.with(first, context, firstToken -> switch (TokenSeal.of(keyText, purpose())) {
                    case Parsed.Rejected<TokenSeal>(String why, int _) -> new Unavailable(why, false);
                    case Parsed.Accepted<TokenSeal>(TokenSeal seal) -> owned(seal, firstToken, context);
                }));
    }

    /** What a sealed file is for: one of another client or endpoint does not open. */
    private String purpose() {
        return client.endpoint() + "\n" + client.id();
    }

    private SecretFetch owned(TokenSeal seal, String firstToken, SourceContext context) {
        try (RefreshTokenOwner owner = file.own()) {
            if (owner == null) {
                return new Unavailable(file + " is in use by another process or source", true);
            }
            StoredRefreshToken stored = owner.read(seal);
            StoredRefreshToken latest =
                    stored == null || !stored.isOf(firstToken) ? StoredRefreshToken.of(firstToken, firstToken) : stored;
            owner.write(latest, seal); // a disk that is full is noticed before the endpoint replaces the token
            return renewed(owner, latest, seal, context);
        } catch (IOException e) {
            return new Unavailable(file + ": " + reason(e), true);
        }
    }

    private SecretFetch renewed(
            RefreshTokenOwner owner, StoredRefreshToken latest, TokenSeal seal, SourceContext context) {
        Map<String, String> asked = new LinkedHashMap<>(parameters);
        asked.put("grant_type", "refresh_token");
        asked.put("refresh_token", latest.token());
        Instant began = context.clock().instant();
        return client.ask(asked, context, (status, body) -> {
            TokenAnswer answer = TokenAnswer.read(client.endpoint(), status, body, began);
            try {
                if (answer.refresh() != null && !answer.refresh().equals(latest.token())) {
                    owner.write(latest.replacedBy(answer.refresh()), seal);
                }
                return answer.access();
            } catch (IOException e) {
                if (answer.access() instanceof Fetched(NamedSecrets values, var _)) {
                    values.close();
                }
                return new Unavailable(file + ": the new refresh token is lost: " + reason(e), false);
            }
        });
    }

    private static String reason(IOException e) {
        return e instanceof RefreshTokenFile.UnusableException
                ? String.valueOf(e.getMessage())
                : e.getClass().getSimpleName();
    }
}
