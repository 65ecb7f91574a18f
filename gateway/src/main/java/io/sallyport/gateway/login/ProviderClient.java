package io.sallyport.gateway.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http.HttpMethod;
import io.sallyport.configuration.OidcSettings;
import io.sallyport.credentials.ClientAuthentication;
import io.sallyport.credentials.OutwardHttp;
import io.sallyport.credentials.SecretEndpoint;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.builtin.jwt.JwsKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks a provider, and keeps what it publishes for a while. Blocks, within the time limit of the outward client; safe
 * for concurrent use. Reasons quote no answer.
 */
final class ProviderClient {
    /** How long its document and its keys are kept. */
    static final Duration KEPT = Duration.ofHours(1);

    /** How often keys are asked for at most: a token signed by an unknown key may be signed by a new one. */
    static final Duration KEYS_AGAIN = Duration.ofMinutes(1);

    private static final Map<String, String> READING = Map.of("Accept", "application/json");

    private final OidcSettings settings;
    private final OutwardHttp http;
    private final LongSupplier nanoClock;
    private @Nullable Kept<ProviderMetadata> metadata;
    private @Nullable Kept<List<JwsKey.Named>> keys;

    /** @param nanoClock elapsed nanoseconds */
    ProviderClient(OidcSettings settings, OutwardHttp http, LongSupplier nanoClock) {
        this.settings = settings;
        this.http = http;
        this.nanoClock = nanoClock;
    }

    private record Kept<T>(T value, long since) {}

    /** Returns what it publishes of itself. */
    synchronized Parsed<ProviderMetadata> metadata() {
        if (metadata != null && isYoung(metadata, KEPT)) {
            return new Parsed.Accepted<>(metadata.value);
        }
        Parsed<ProviderMetadata> read = get(settings.endpoint(), document -> ProviderMetadata.read(document, settings));
        if (read instanceof Parsed.Accepted<ProviderMetadata>(ProviderMetadata fresh)) {
            metadata = new Kept<>(fresh, nanoClock.getAsLong());
        }
        return read;
    }

    /**
     * Returns the keys that sign its tokens.
     *
     * @param unknown whether those that are kept did not sign a token
     */
    synchronized Parsed<List<JwsKey.Named>> keys(ProviderMetadata of, boolean unknown) {
        if (keys != null && isYoung(keys, unknown ? KEYS_AGAIN : KEPT)) {
            return new Parsed.Accepted<>(keys.value);
        }
        Parsed<List<JwsKey.Named>> read = http.exchange(
                HttpMethod.GET,
                of.keys(),
                READING,
                "",
                nanoClock,
                (status, body) -> status == 200 ? parsed(new String(body, UTF_8)) : refused(of.keys(), status),
                Parsed.Rejected::new);
        if (read instanceof Parsed.Accepted<List<JwsKey.Named>>(var fresh)) {
            keys = new Kept<>(fresh, nanoClock.getAsLong());
        }
        return read;
    }

    private Parsed<List<JwsKey.Named>> parsed(String set) {
        return switch (JwsKey.parseSet(settings.algorithms(), set)) {
            case JwsKey.ParsedSet.Accepted(var read) -> new Parsed.Accepted<>(read);
            case JwsKey.ParsedSet.Rejected(var why) -> new Parsed.Rejected<>("the provider's keys: " + why);
        };
    }

    /** Redeems a code; returns the identity token (OpenID Connect Core section 3.1.3). */
    Parsed<String> redeem(ProviderMetadata at, Map<String, String> parameters) {
        ClientAuthentication shown = at.authentication();
        String secret;
        try {
            Path file = settings.clientSecretFile();
            secret = file == null ? "" : Files.readString(file).strip();
        } catch (IOException _) {
            return new Parsed.Rejected<>("console.oidc.client_secret_file cannot be read");
        }
        return http.exchange(
                HttpMethod.POST,
                at.token(),
                shown.headers(settings.clientId(), secret),
                shown.body(settings.clientId(), secret, parameters),
                nanoClock,
                (status, body) -> token(at.token(), status, body),
                Parsed.Rejected::new);
    }

    private static Parsed<String> token(SecretEndpoint endpoint, int status, byte[] body) {
        Members answer = TextMembers.object(body);
        String token = answer == null ? null : answer.string("id_token");
        return status == 200 && token != null
                ? new Parsed.Accepted<>(token)
                : new Parsed.Rejected<>(endpoint + " gave no identity token: status " + status
                        + OAuthErrors.named(answer == null ? null : answer.string("error")));
    }

    private interface Reading<T> {
        Parsed<T> of(Members document);
    }

    private <T> Parsed<T> get(SecretEndpoint endpoint, Reading<T> reading) {
        return http.exchange(
                HttpMethod.GET,
                endpoint,
                READING,
                "",
                nanoClock,
                (status, body) -> {
                    Members document = status == 200 ? TextMembers.object(body) : null;
                    return document == null ? refused(endpoint, status) : reading.of(document);
                },
                Parsed.Rejected::new);
    }

    private static <T> Parsed<T> refused(SecretEndpoint endpoint, int status) {
        return new Parsed.Rejected<>(endpoint + " answered with status " + status + " and no readable document");
    }

    private boolean isYoung(Kept<?> kept, Duration life) {
        return nanoClock.getAsLong() - kept.since < life.toNanos();
    }
}
