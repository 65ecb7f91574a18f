package io.sallyport.credentials;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How one attempt to get secrets from their source ended. */
public sealed interface SecretFetch {
    /**
     * The values, owned by the receiver, which closes them.
     *
     * @param end from when on they are of no use, or null if the source does not say
     */
    record Fetched(NamedSecrets values, @Nullable Instant end) implements SecretFetch {}

    /**
     * No values.
     *
     * @param reason for operators; holds no secret, no output of a program and no body of an answer
     * @param retryable whether the same attempt may succeed soon, as with a source that is down
     */
    record Unavailable(String reason, boolean retryable) implements SecretFetch {}
}
