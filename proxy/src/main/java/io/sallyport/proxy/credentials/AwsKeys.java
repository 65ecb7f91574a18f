package io.sallyport.proxy.credentials;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one identity at AWS. Immutable.
 *
 * @param accessKeyId names the identity; sent with each signature
 * @param secretAccessKey signs, and is never sent
 * @param sessionToken of temporary keys, sent beside a signature; null where the keys are lasting
 */
public record AwsKeys(
        String accessKeyId,
        String secretAccessKey,
        @Nullable String sessionToken) {
    /** All of them, for what must not come back. */
    List<String> secrets() {
        return Stream.of(accessKeyId, secretAccessKey, sessionToken == null ? "" : sessionToken)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /** Without the keys. */
    @Override
    public String toString() {
        return "AwsKeys";
    }
}
