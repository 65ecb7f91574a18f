package io.sallyport.gateway.credentials;

import io.sallyport.credentials.CurrentSecret;
import io.sallyport.credentials.LiveSecret;
import io.sallyport.credentials.SecretForm.ProcessCredentials;
import io.sallyport.credentials.SecretValue;
import io.sallyport.findings.SoughtValue;
import io.sallyport.model.secret.FindingKind;
import io.sallyport.proxy.credentials.AwsKeys;
import io.sallyport.proxy.credentials.CredentialValue;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
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
    private final List<String> secretNames;
    private final Function<CurrentSecret.Known, CredentialValue> reading;
    private final InstantSource clock;
    private volatile @Nullable Read last;

    private record Read(long revision, CredentialValue value) {}

    private ProviderSecret(
            LiveSecret secret,
            List<String> secretNames,
            Function<CurrentSecret.Known, CredentialValue> reading,
            InstantSource clock) {
        this.secretNames = secretNames;
        this.reading = reading;
        this.secret = secret;
        this.clock = clock;
    }

    /** That of one text, which is the value of that name. */
    static ProviderSecret ofText(LiveSecret secret, String name, InstantSource clock) {
        return new ProviderSecret(secret, List.of(name), known -> text(known.find(name)), clock);
    }

    /** That of the keys of an identity at AWS. */
    static ProviderSecret ofAwsKeys(LiveSecret secret, InstantSource clock) {
        return new ProviderSecret(
                secret,
                List.of(ProcessCredentials.SECRET_ACCESS_KEY, ProcessCredentials.SESSION_TOKEN),
                ProviderSecret::awsKeys,
                clock);
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

    /** Returns the secrets in force as values to look for, under the name of the provider. */
    List<SoughtValue> sought() {
        return switch (secret.current(clock.instant())) {
            case CurrentSecret.Refused _ -> List.of();
            case CurrentSecret.Known known -> {
                try (known) {
                    yield secretNames.stream()
                            .map(known::find)
                            .filter(value -> value != null && value.length() >= SoughtValue.MIN_BYTES)
                            .map(value -> sought(value.bytes()))
                            .toList();
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
            CredentialValue value = reading.apply(known);
            last = new Read(known.revision(), value);
            return value;
        }
    }

    private static CredentialValue awsKeys(CurrentSecret.Known known) {
        String token = ProcessCredentials.SESSION_TOKEN;
        for (String name : List.of(ProcessCredentials.ACCESS_KEY_ID, ProcessCredentials.SECRET_ACCESS_KEY, token)) {
            boolean isThere = known.find(name) != null || !name.equals(token);
            if (isThere && text(known.find(name)) instanceof CredentialValue.Unavailable(String why)) {
                return new CredentialValue.Unavailable(name + ": " + why);
            }
        }
        SecretValue session = known.find(token);
        return CredentialValue.SigningKeys.of(new AwsKeys(
                Objects.requireNonNull(known.find(ProcessCredentials.ACCESS_KEY_ID))
                        .text(),
                Objects.requireNonNull(known.find(ProcessCredentials.SECRET_ACCESS_KEY))
                        .text(),
                session == null ? null : session.text()));
    }

    private static CredentialValue text(@Nullable SecretValue value) {
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
