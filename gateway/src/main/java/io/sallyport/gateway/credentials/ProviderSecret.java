package io.sallyport.gateway.credentials;

import io.sallyport.credentials.CurrentSecret;
import io.sallyport.credentials.LiveSecret;
import io.sallyport.credentials.SecretValue;
import io.sallyport.findings.SoughtValue;
import io.sallyport.model.secret.FindingKind;
import io.sallyport.proxy.credentials.CredentialValue;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The value of one provider as requests have it: read from its source's memory once for each revision. Safe for
 * concurrent use; never blocks.
 */
final class ProviderSecret implements Supplier<CredentialValue> {
    /** A shorter secret would be found, and hidden, in answers that do not have it. */
    static final int LEAST_CHARACTERS = 8;

    private final LiveSecret secret;
    private final String name;
    private final InstantSource clock;
    private volatile @Nullable Read last;

    private record Read(long revision, CredentialValue value) {}

    /** @param name which value of the source is the secret */
    ProviderSecret(LiveSecret secret, String name, InstantSource clock) {
        this.name = name;
        this.secret = secret;
        this.clock = clock;
    }

    @Override
    public CredentialValue get() {
        return switch (secret.current(clock.instant())) {
            case CurrentSecret.Refused(String reason) -> {
                last = null;
                yield new CredentialValue.Unavailable(reason);
            }
            case CurrentSecret.Known known -> value(known);
        };
    }

    /** Returns which value is in force, 0 if there is none. */
    long revision() {
        return switch (secret.current(clock.instant())) {
            case CurrentSecret.Refused _ -> 0;
            case CurrentSecret.Known known -> {
                try (known) {
                    yield known.revision();
                }
            }
        };
    }

    /** Returns the value in force as one to look for, under the name of its provider; null if there is none. */
    @Nullable
    SoughtValue sought() {
        return switch (secret.current(clock.instant())) {
            case CurrentSecret.Refused _ -> null;
            case CurrentSecret.Known known -> {
                try (known) {
                    SecretValue value = known.find(name);
                    yield value == null || value.length() < SoughtValue.MIN_BYTES ? null : sought(value.bytes());
                }
            }
        };
    }

    private SoughtValue sought(byte[] value) {
        var sought = new SoughtValue(FindingKind.SECRET, "providers." + secret.name(), value);
        Arrays.fill(value, (byte) 0);
        return sought;
    }

    private CredentialValue value(CurrentSecret.Known known) {
        try (known) {
            Read before = last;
            if (before != null && before.revision() == known.revision()) {
                return before.value();
            }
            CredentialValue value = read(known.find(name));
            last = new Read(known.revision(), value);
            return value;
        }
    }

    private static CredentialValue read(@Nullable SecretValue value) {
        if (value == null) {
            return new CredentialValue.Unavailable("its source gives no such value");
        }
        String text = value.text();
        if (text.length() < LEAST_CHARACTERS) {
            return new CredentialValue.Unavailable(
                    "it has fewer than " + LEAST_CHARACTERS + " characters, too few to be hidden in answers");
        }
        return text.chars().allMatch(c -> c >= ' ' && c < 0x7f)
                ? CredentialValue.Known.of(text)
                : new CredentialValue.Unavailable("it has other than visible ASCII characters");
    }
}
