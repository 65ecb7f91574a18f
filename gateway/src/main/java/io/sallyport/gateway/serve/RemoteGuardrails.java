package io.sallyport.gateway.serve;

import io.netty.channel.EventLoop;
import io.sallyport.admin.health.ReadinessCheck;
import io.sallyport.bundles.BundleActivation;
import io.sallyport.bundles.BundleStatus;
import io.sallyport.bundles.RemotePolicy;
import io.sallyport.bundles.RemoteService;
import io.sallyport.bundles.ServiceNetwork;
import io.sallyport.configuration.Config;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.PolicyControl;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.ConfiguredGuardrails;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.Store;
import io.sallyport.credentials.OutwardHttp;
import io.sallyport.credentials.SourceContext;
import io.sallyport.documents.Diagnostic;
import io.sallyport.egress.NettyDialer;
import io.sallyport.gateway.remote.BundledGuardrails;
import io.sallyport.gateway.remote.DiscoveredBundle;
import io.sallyport.gateway.remote.FollowedBundle;
import io.sallyport.model.SandboxId;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.RegoVersion;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.transport.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Guardrails from a bundle server, which is then their only source; another bundle may name it. Until a bundle is in
 * force everything is refused. Safe for concurrent use; {@link #first} comes before {@link #start}.
 */
final class RemoteGuardrails implements AutoCloseable {
    /** How long a start waits for the server before it goes on with what it has. */
    private static final Duration FIRST_POLL = Duration.ofSeconds(3);

    private static final SandboxId SHARE = new SandboxId("policy-bundles");

    /** In force while there is no bundle. It means the same in both versions of Rego. */
    private static final GuardrailsDocuments REFUSING =
            new GuardrailsDocuments(Map.of("bundle_not_loaded.rego", """
                    package sallyport.guardrails

                    import rego.v1

                    deny contains {"rule": "bundle-not-loaded", "message": "no bundle of guardrails has been loaded"}
                    """), null);

    private final RegoVersion version;
    private final Path state;
    private final GuardrailsRecords records;
    private final NettyDialer dialer;
    private final Supplier<EventLoop> loops;
    private final @Nullable DiscoveredBundle discovery; // null where the configuration names the bundle
    private final CompletableFuture<Void> polled = new CompletableFuture<>();
    private volatile @Nullable FollowedBundle followed; // null until one is named
    private volatile boolean isLoaded;

    private RemoteGuardrails(Config config, RemotePolicy settings, NettyDialer dialer, GatewayParts parts) {
        this.version = config.policy().guardrailsRegoVersion();
        this.state = config.state();
        this.records = new GuardrailsRecords(parts.traffic(), InstantSource.system());
        this.dialer = dialer;
        this.loops = parts.loops()::next;
        this.discovery = switch (settings) {
            case RemotePolicy.Configured _ -> null;
            case RemotePolicy.Discovered named ->
                new DiscoveredBundle(
                        named,
                        network(named.discovery().service()),
                        state.resolve("remote-discovery"),
                        records::unreadable,
                        this::discoveryPolled);
        };
        if (settings instanceof RemotePolicy.Configured named) {
            followed = follow(named);
        }
    }

    private FollowedBundle follow(RemotePolicy.Configured named) {
        return new FollowedBundle(
                named,
                network(named.bundle().service()),
                state.resolve("remote-bundles"),
                records::unreadable,
                () -> polled.complete(null));
    }

    private ServiceNetwork network(RemoteService service) {
        var http = new OutwardHttp(dialer, loops, SHARE, service.headerTimeout());
        return new ServiceNetwork(
                dialer, new SourceContext(InstantSource.system(), System::nanoTime, System.getenv(), http));
    }

    /** Creates a source that does not ask its server yet. Reads files. */
    static RemoteGuardrails open(Config config, RemotePolicy settings, GatewayParts parts) throws StartException {
        NettyDialer dialer = Dialers.ofOperator(config.egress(), parts.own(), Transport.best());
        return new RemoteGuardrails(config, settings, dialer, parts);
    }

    /** Returns the copy on disk if it may come into force and compiles, or else what refuses everything. */
    ConfiguredGuardrails first(CompiledPolicies policies, Store store) {
        if (discovery != null) {
            discovery.restore(named -> followed = follow(named));
        }
        FollowedBundle bundle = followed;
        if (bundle == null) {
            return new ConfiguredGuardrails(REFUSING, ChangeOrigin.ofBundle(DiscoveredBundle.NAME));
        }
        var kept = new CompletableFuture<GuardrailsDocuments>();
        bundle.restore(content -> switch (BundledGuardrails.of(content, version)) {
            case Parsed.Rejected<GuardrailsDocuments>(String why, int _) -> refused(why, List.of());
            case Parsed.Accepted<GuardrailsDocuments>(var documents) ->
                switch (policies.guardrails(documents, store)) {
                    case Compilation.Refused<AuthoredRego>(var diagnostics) -> refused(diagnostics);
                    case Compilation.Unavailable<AuthoredRego>(String why) -> refused(why, List.of());
                    case Compilation.Ready<AuthoredRego> _ -> {
                        kept.complete(documents);
                        isLoaded = true;
                        yield new BundleActivation.InForce();
                    }
                };
        });
        return new ConfiguredGuardrails(kept.getNow(REFUSING), bundle.origin());
    }

    /** Begins to follow the server, and waits for the first answer for a short time. */
    void start(PolicyControl control) {
        FollowedBundle bundle = followed;
        if (bundle != null) {
            start(bundle, control);
        }
        if (discovery != null) {
            discovery.start(named -> replace(named, control));
        }
        try {
            polled.get(FIRST_POLL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            // the pollers go on; what is in force until then was said
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a poll has no failure", e);
        }
    }

    private void start(FollowedBundle bundle, PolicyControl control) {
        bundle.start(
                content -> activate(control, bundle.origin(), content),
                () -> Optional.ofNullable(discovery).map(DiscoveredBundle::status));
    }

    /** Follows another bundle from now on; the last one that came stays in force until that one loads. */
    private void replace(RemotePolicy.Configured named, PolicyControl control) {
        FollowedBundle before = followed;
        if (before != null) {
            if (before.settings().equals(named)) {
                return;
            }
            before.close();
        }
        FollowedBundle next = follow(named);
        followed = next;
        start(next, control);
    }

    /** A bundle that is followed says itself when it has been asked for. */
    private void discoveryPolled() {
        FollowedBundle bundle = followed;
        if (bundle == null) {
            polled.complete(null);
        } else {
            bundle.report();
        }
    }

    private BundleActivation.Outcome activate(PolicyControl control, ChangeOrigin origin, OpaBundle bundle) {
        return switch (BundledGuardrails.of(bundle, version)) {
            case Parsed.Rejected<GuardrailsDocuments>(String why, int _) -> refused(why, List.of());
            case Parsed.Accepted<GuardrailsDocuments>(var documents) -> activate(control, origin, documents);
        };
    }

    private BundleActivation.Outcome activate(
            PolicyControl control, ChangeOrigin origin, GuardrailsDocuments documents) {
        try {
            GuardrailsAnswer answer = control.reload(new ConfiguredGuardrails(documents, origin))
                    .toCompletableFuture()
                    .get();
            return switch (answer) {
                case GuardrailsAnswer.InForce inForce -> {
                    records.answered(origin, inForce);
                    isLoaded = true;
                    yield new BundleActivation.InForce();
                }
                case GuardrailsAnswer.Refused(var diagnostics) -> refused(diagnostics);
                case GuardrailsAnswer.Unavailable(String why) -> refused(why, List.of());
                case GuardrailsAnswer.Pending _,
                        GuardrailsAnswer.Full _,
                        GuardrailsAnswer.MovedOn _,
                        GuardrailsAnswer.Unknown _,
                        GuardrailsAnswer.OtherCandidate _,
                        GuardrailsAnswer.NoCandidate _,
                        GuardrailsAnswer.Configured _ -> refused("the gateway failed", List.of());
            };
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return refused("the gateway ends", List.of());
        } catch (ExecutionException _) {
            return refused("the gateway failed", List.of());
        }
    }

    private static BundleActivation.Refused refused(List<Diagnostic> diagnostics) {
        return refused(
                "its Rego does not load",
                diagnostics.stream().map(Diagnostic::toString).toList());
    }

    private static BundleActivation.Refused refused(String why, List<String> errors) {
        return new BundleActivation.Refused(why, errors);
    }

    /** Asks the servers soon, as SIGHUP wants it. Returns at once. */
    void pollNow() {
        if (discovery != null) {
            discovery.pollNow();
        }
        FollowedBundle bundle = followed;
        if (bundle != null) {
            bundle.pollNow();
        }
    }

    /** Returns what became of the bundle of guardrails; of the one that is to name it, while there is none. */
    BundleStatus status() {
        FollowedBundle bundle = followed;
        if (bundle != null) {
            return bundle.status();
        }
        return Objects.requireNonNull(discovery, "a bundle is named by one of both")
                .status();
    }

    /** Returns whether a bundle is in force: without one everything is refused. */
    boolean isLoaded() {
        return isLoaded;
    }

    /** Returns how many attempts have failed. */
    long failures() {
        FollowedBundle bundle = followed;
        return (bundle == null ? 0 : bundle.failures()) + (discovery == null ? 0 : discovery.failures());
    }

    /** Returns how many reports of the status did not arrive. */
    long reportFailures() {
        FollowedBundle bundle = followed;
        return bundle == null ? 0 : bundle.reportFailures();
    }

    /** Returns whether a bundle is in force. */
    ReadinessCheck readiness() {
        return new ReadinessCheck("bundle:" + status().name(), isLoaded ? null : "no bundle has been loaded");
    }

    /** Returns whether the last attempts succeeded; the bundle before stays in force. */
    List<ReadinessCheck> freshness() {
        FollowedBundle bundle = followed;
        return Stream.of(bundle == null ? null : bundle.status(), discovery == null ? null : discovery.status())
                .filter(Objects::nonNull)
                .map(status -> new ReadinessCheck("bundle:" + status.name() + ":download", status.message()))
                .toList();
    }

    /** Discovery ends first, which could name another bundle. */
    @Override
    public void close() {
        if (discovery != null) {
            discovery.close();
        }
        FollowedBundle bundle = followed;
        if (bundle != null) {
            bundle.close();
        }
        dialer.close();
    }
}
