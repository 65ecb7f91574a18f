package io.sallyport.gateway.credentials;

import io.netty.channel.EventLoopGroup;
import io.sallyport.configuration.provider.ProviderSettings;
import io.sallyport.credentials.CertifiedKeySource;
import io.sallyport.credentials.LiveSecret;
import io.sallyport.credentials.LiveSecrets;
import io.sallyport.credentials.OutwardHttp;
import io.sallyport.credentials.SecretBounds;
import io.sallyport.credentials.SecretPlan;
import io.sallyport.credentials.SourceContext;
import io.sallyport.egress.NettyDialer;
import io.sallyport.findings.SoughtValue;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.SandboxId;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.credentials.CredentialValue;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The configured providers with their secrets, which it reads again until it is closed. Safe for concurrent use. */
public final class Providers implements AutoCloseable {
    /** None are configured. */
    public static final Providers NONE = new Providers(() -> {}, new TreeMap<>());

    /** Whose share of the dialer's slots the sources use. */
    private static final SandboxId SHARE = new SandboxId("sources-of-secrets");

    /** How long a source on the network may take. */
    private static final Duration SOURCE_TIME = Duration.ofSeconds(10);

    /** How often sources are looked at that may be due. */
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Runnable end;
    private final SequencedMap<String, Provider> byName; // sorted

    /** A provider, and what its secret is now. */
    record Provider(ProviderSettings settings, ProviderSecret secret) {}

    private Providers(Runnable end, SequencedMap<String, Provider> byName) {
        this.end = end;
        this.byName = byName;
    }

    /**
     * Reads the secrets, or fails to, and goes on reading them.
     *
     * @param nanoClock elapsed time
     * @param environment of the gateway
     * @param dialer for sources on the network; this takes it over
     * @param loops for their connections
     * @param firstRead how long this waits for sources; what is not there by then is refused until it is
     */
    public static Providers start(
            List<ProviderSettings> settings,
            InstantSource clock,
            LongSupplier nanoClock,
            Map<String, String> environment,
            NettyDialer dialer,
            EventLoopGroup loops,
            Duration firstRead) {
        var http = new OutwardHttp(dialer, loops::next, SHARE, SOURCE_TIME);
        var context = new SourceContext(clock, nanoClock, environment, http);
        List<SecretPlan> plans = settings.stream()
                .map(each -> new SecretPlan(each.name(), each.source(), each.times()))
                .toList();
        return switch (LiveSecrets.of(plans, SecretBounds.DEFAULT, context, new SecureRandom())) {
            case Parsed.Accepted(LiveSecrets secrets) -> started(settings, secrets, dialer, clock, firstRead);
            case Parsed.Rejected(String why, int _) ->
                throw new IllegalStateException(why); // the configuration's bounds
        };
    }

    private static Providers started(
            List<ProviderSettings> settings,
            LiveSecrets secrets,
            NettyDialer dialer,
            InstantSource clock,
            Duration firstRead) {
        SequencedMap<String, Provider> byName = new TreeMap<>();
        for (ProviderSettings each : settings) {
            LiveSecret secret = Objects.requireNonNull(secrets.find(each.name()), each.name());
            ProviderSecret value = ProviderSecret.of(secret, SecretReading.of(each, dialer), clock);
            byName.put(each.name(), new Provider(each, value));
        }
        secrets.start(PERIOD);
        awaitFirst(settings, secrets, firstRead);
        return new Providers(
                () -> {
                    secrets.close();
                    dialer.close();
                },
                Collections.unmodifiableSequencedMap(byName));
    }

    private static void awaitFirst(List<ProviderSettings> settings, LiveSecrets secrets, Duration firstRead) {
        CompletableFuture<?>[] tried = settings.stream()
                .map(each -> Objects.requireNonNull(secrets.find(each.name()), each.name())
                        .firstAttempt()
                        .toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(tried).get(firstRead.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException _) {
            // the log says which source is not read
        }
    }

    /** All, by name. */
    List<Provider> all() {
        return List.copyOf(byName.values());
    }

    /**
     * Whether there is a secret now.
     *
     * @param problem why there is none, empty where there is one
     * @param end until when it is of use; null where there is none, or its source does not say
     */
    public record State(String problem, @Nullable Instant end) {}

    /** What is with the secret of each, by name. */
    public SequencedMap<String, State> states() {
        SequencedMap<String, State> states = new TreeMap<>();
        all().forEach(each -> states.put(each.settings().name(), state(each.secret())));
        return states;
    }

    /** Returns when the first of the client certificates in force ends; null if there is none. */
    public @Nullable Instant certificateEnd() {
        return all().stream()
                .filter(each -> each.settings().source() instanceof CertifiedKeySource)
                .map(each -> state(each.secret()).end())
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    private static State state(ProviderSecret secret) {
        return switch (secret.get()) {
            case CredentialValue.Usable _, CredentialValue.Unset _ -> new State("", secret.end());
            case CredentialValue.Unavailable(String why) -> new State(why, null);
        };
    }

    /** For each name which of its secrets is in force, 0 where none is. */
    Map<String, Long> revisions() {
        Map<String, Long> revisions = new HashMap<>();
        byName.forEach((name, provider) -> revisions.put(name, provider.secret().revision()));
        return revisions;
    }

    /** The secrets in force, as values to look for. */
    List<SoughtValue> sought() {
        return byName.values().stream()
                .flatMap(provider -> provider.secret().sought().stream())
                .toList();
    }

    /**
     * What the secret of the provider of that name is now, for a request that the gateway itself sends: nothing where
     * it is bound elsewhere, or there is no such provider.
     */
    public CredentialValue secret(String name, CanonicalRequest sent) {
        Provider provider = find(name);
        return provider != null && provider.settings().binding().admits(sent)
                ? provider.secret().get()
                : new CredentialValue.Unavailable("the provider is bound to other endpoints");
    }

    /** The provider of that name, or null. */
    @Nullable
    Provider find(String name) {
        return byName.get(name);
    }

    /** Overwrites the secrets. */
    @Override
    public void close() {
        end.run();
    }
}
