package io.sallyport.credentials;

import io.netty.handler.codec.http.HttpMethod;
import io.sallyport.credentials.SecretFetch.Fetched;
import io.sallyport.credentials.SecretFetch.Unavailable;
import io.sallyport.documents.DocumentNode;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The latest version of a secret in a KV engine, version 2, of HashiCorp Vault or OpenBao. Its values end when Vault
 * deletes that version ({@code deletion_time}), if it does.
 *
 * @param endpoint of the secret's data
 * @param token gives the token, as {@link NamedSecrets#VALUE}; read for each request
 * @param namespace of Vault Enterprise and OpenBao, or null
 */
public record VaultKv(
        SecretEndpoint endpoint,
        SecretSource token,
        @Nullable String namespace,
        SecretForm.Members form) implements SecretSource {
    private static final Pattern PATH =
            Pattern.compile("[A-Za-z0-9_~-][A-Za-z0-9_.~-]*(?:/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)*");

    /**
     * Creates a source.
     *
     * @param address of Vault, such as {@code https://vault.example:8200}
     * @param addresses blocks that it lies in, or empty; see {@link SecretEndpoint}
     * @param mount of the engine, such as {@code secret}
     * @param path of the secret in it, without {@code data/}
     */
    public static Parsed<VaultKv> of(
            String address,
            List<String> addresses,
            String mount,
            String path,
            SecretSource token,
            @Nullable String namespace,
            SecretForm.Members form) {
        for (String part : namespace == null ? List.of(mount, path) : List.of(mount, path, namespace)) {
            if (!PATH.matcher(part).matches()) {
                return new Parsed.Rejected<>(
                        "a mount, path or namespace of Vault has letters, digits and _.~-, in segments with / between");
            }
        }
        return switch (SecretEndpoint.of(address, addresses)) {
            case Parsed.Rejected<SecretEndpoint>(String why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted<SecretEndpoint>(SecretEndpoint vault) ->
                vault.below("/v1/" + mount + "/data/" + path)
                        .map(endpoint -> new VaultKv(endpoint, token, namespace, form));
        };
    }

    @Override
    public SecretFetch fetch(SourceContext context) {
        return SecretText.with(token, context, text -> {
            if (!StandardCharsets.US_ASCII.newEncoder().canEncode(text)) {
                return new Unavailable("the token for " + endpoint + " is not ASCII", false);
            }
            Map<String, String> headers = new HashMap<>(Map.of("X-Vault-Token", text, "X-Vault-Request", "true"));
            if (namespace != null) {
                headers.put("X-Vault-Namespace", namespace);
            }
            return context.http().send(HttpMethod.GET, endpoint, headers, "", context.nanos(), this::read);
        });
    }

    private SecretFetch read(int status, byte[] body) {
        if (status != 200) {
            return OutwardHttp.refusal(endpoint, status);
        }
        DocumentNode.Members answer = SecretJson.object(body);
        DocumentNode.Members outer = answer == null ? null : answer.object("data");
        DocumentNode.Members data = outer == null ? null : outer.object("data");
        if (outer == null || data == null) {
            return new Unavailable(endpoint + " answered with no secret of a KV engine, version 2", false);
        }
        DocumentNode.Members metadata = outer.object("metadata");
        String deletion = metadata == null ? null : metadata.string("deletion_time");
        Instant deleted = SecretJson.instant(deletion);
        if (deletion != null && !deletion.isEmpty() && deleted == null) {
            return new Unavailable(endpoint + ": deletion_time is no time by RFC 3339", false);
        }
        return switch (SecretJson.read(data, form, endpoint.toString())) {
            case Fetched(NamedSecrets values, Instant end) -> new Fetched(values, earlier(end, deleted));
            case Unavailable none -> none;
        };
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isBefore(other) ? one : other;
    }
}
