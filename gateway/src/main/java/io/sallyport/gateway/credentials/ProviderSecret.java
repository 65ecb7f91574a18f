package io.sallyport.gateway.credentials;

import io.sallyport.credentials.CurrentSecret;
import io.sallyport.credentials.LiveSecret;
import io.sallyport.credentials.NamedSecrets;
import io.sallyport.credentials.RevisionReader;
import io.sallyport.credentials.SecretValue;
import io.sallyport.findings.SoughtValue;
import io.sallyport.model.secret.FindingKind;
import io.sallyport.proxy.credentials.CredentialValue;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The value of one provider as requests have it: made of each revision by the thread that reads its source, before it
 * is in force. Safe for concurrent use; never blocks.
 */
final class ProviderSecret implements Supplier<CredentialValue>, RevisionReader {
    private final LiveSecret secret;
    private final SecretReading reading;
    private final InstantSource clock;

    /** By revision: those in force, and those that somebody still looks at. */
    private final Map<Long, CredentialValue> values = new ConcurrentHashMap<>();

    private ProviderSecret(LiveSecret secret, SecretReading reading, InstantSource clock) {
        this.reading = reading;
        this.secret = secret;
        this.clock = clock;
    }

    /** Returns the value of {@code secret}, which has not been read yet. */
    static ProviderSecret of(LiveSecret secret, SecretReading reading, InstantSource clock) {
        var made = new ProviderSecret(secret, reading, clock);
        secret.readBy(made);
        return made;
    }

    @Override
    public void read(long revision, NamedSecrets secrets) {
        values.put(revision, reading.value(secrets));
    }

    @Override
    public void forget(long revision) {
        if (values.remove(revision) instanceof CredentialValue.Certified(var identity)) {
            identity.close();
        }
    }

    @Override
    public CredentialValue get() {
        return ofCurrent(
                known -> values.getOrDefault(known.revision(), new CredentialValue.Unavailable("it was replaced")),
                CredentialValue.Unavailable::new);
    }

    /** Returns which value is in force, 0 if there is none. */
    long revision() {
        return ofCurrent(CurrentSecret.Known::revision, _ -> 0L);
    }

    /** Returns until when the value in force is of use, null if there is none, or its source does not say. */
    @Nullable
    Instant end() {
        return switch (secret.current(clock.instant())) {
            case CurrentSecret.Refused _ -> null;
            case CurrentSecret.Known known -> {
                try (known) {
                    yield known.end();
                }
            }
        };
    }

    /** Returns the secrets in force as values to look for, under the name of the provider. */
    List<SoughtValue> sought() {
        return ofCurrent(
                known -> reading.sought().stream()
                        .map(known::find)
                        .filter(value -> value != null && value.length() >= SoughtValue.MIN_BYTES)
                        .map(this::sought)
                        .toList(),
                _ -> List.of());
    }

    private <T> T ofCurrent(Function<CurrentSecret.Known, T> ofKnown, Function<String, T> ofNone) {
        return switch (secret.current(clock.instant())) {
            case CurrentSecret.Refused(String reason) -> ofNone.apply(reason);
            case CurrentSecret.Known known -> {
                try (known) {
                    yield ofKnown.apply(known);
                }
            }
        };
    }

    private SoughtValue sought(SecretValue value) {
        byte[] bytes = value.bytes();
        var sought = new SoughtValue(FindingKind.SECRET, "providers." + secret.name(), bytes);
        Arrays.fill(bytes, (byte) 0);
        return sought;
    }
}
