package io.sallyport.gateway.serve;

import io.sallyport.admin.health.ReadinessCheck;
import io.sallyport.bundles.BundleActivation;
import io.sallyport.bundles.BundlePoller;
import io.sallyport.bundles.BundleStatus;
import io.sallyport.bundles.RemotePolicy;
import io.sallyport.bundles.ServiceNetwork;
import io.sallyport.bundles.StatusReports;
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
import io.sallyport.model.SandboxId;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.RegoVersion;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.transport.Transport;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Guardrails from a bundle server, which is then their only source. Until a bundle is in force everything is refused.
 * Safe for concurrent use; {@link #first} comes before {@link #start}.
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

    private final RemotePolicy settings;
    private final RegoVersion version;
    private final GuardrailsRecords records;
    private final ChangeOrigin origin;
    private final NettyDialer dialer;
    private final ServiceNetwork network;
    private final BundlePoller poller;
    private final CompletableFuture<Void> polled = new CompletableFuture<>();
    private volatile @Nullable StatusReports reports;
    private @Nullable String recorded; // by the poller's thread alone

    private RemoteGuardrails(Config config, RemotePolicy settings, NettyDialer dialer, GatewayParts parts) {
        this.settings = settings;
        this.version = config.policy().guardrailsRegoVersion();
        this.records = new GuardrailsRecords(parts.traffic(), InstantSource.system());
        this.origin = ChangeOrigin.ofBundle(settings.bundle().name());
        this.dialer = dialer;
        var http = new OutwardHttp(
                dialer, parts.loops()::next, SHARE, settings.bundle().service().headerTimeout());
        this.network = new ServiceNetwork(
                dialer, new SourceContext(InstantSource.system(), System::nanoTime, System.getenv(), http));
        RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
        this.poller = BundlePoller.of(
                settings.bundle(), network, config.state().resolve("remote-bundles"), random, this::polled);
    }

    /** Creates a source that does not ask its server yet. Reads files. */
    static RemoteGuardrails open(Config config, RemotePolicy settings, GatewayParts parts) throws StartException {
        NettyDialer dialer = Dialers.ofOperator(config.egress(), parts.own(), Transport.best());
        return new RemoteGuardrails(config, settings, dialer, parts);
    }

    /** Returns the copy on disk if it may come into force and compiles, or else what refuses everything. */
    ConfiguredGuardrails first(CompiledPolicies policies, Store store) {
        var kept = new CompletableFuture<GuardrailsDocuments>();
        poller.restore(bundle -> switch (BundledGuardrails.of(bundle, version)) {
            case Parsed.Rejected<GuardrailsDocuments>(String why, int _) -> refused(why, List.of());
            case Parsed.Accepted<GuardrailsDocuments>(var documents) ->
                switch (policies.guardrails(documents, store)) {
                    case Compilation.Refused<AuthoredRego>(var diagnostics) -> refused(diagnostics);
                    case Compilation.Unavailable<AuthoredRego>(String why) -> refused(why, List.of());
                    case Compilation.Ready<AuthoredRego> _ -> {
                        kept.complete(documents);
                        yield new BundleActivation.InForce();
                    }
                };
        });
        return new ConfiguredGuardrails(kept.getNow(REFUSING), origin);
    }

    /** Begins to follow the server, and waits for the first answer for a short time. */
    void start(PolicyControl control) {
        var to = settings.status();
        reports = to == null ? null : StatusReports.start(to, network, () -> List.of(poller.status()));
        poller.start(bundle -> activate(control, bundle));
        try {
            polled.get(FIRST_POLL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            // the poller goes on; what is in force until then was said
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a poll has no failure", e);
        }
    }

    private BundleActivation.Outcome activate(PolicyControl control, OpaBundle bundle) {
        return switch (BundledGuardrails.of(bundle, version)) {
            case Parsed.Rejected<GuardrailsDocuments>(String why, int _) -> refused(why, List.of());
            case Parsed.Accepted<GuardrailsDocuments>(var documents) -> activate(control, documents);
        };
    }

    private BundleActivation.Outcome activate(PolicyControl control, GuardrailsDocuments documents) {
        try {
            GuardrailsAnswer answer = control.reload(new ConfiguredGuardrails(documents, origin))
                    .toCompletableFuture()
                    .get();
            return switch (answer) {
                case GuardrailsAnswer.InForce inForce -> {
                    records.answered(origin, inForce);
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

    /** Records what failed, once for each reason, and reports it. */
    private void polled() {
        BundleStatus now = poller.status();
        String failure = now.message() == null
                ? null
                : now.message()
                        + (now.errors().isEmpty() ? "" : ": " + now.errors().getFirst());
        if (failure != null && !Objects.equals(failure, recorded)) {
            records.unreadable(origin, failure);
        }
        recorded = failure;
        polled.complete(null);
        StatusReports to = reports;
        if (to != null) {
            to.changed();
        }
    }

    /** Asks the server soon, as SIGHUP wants it. Returns at once. */
    void pollNow() {
        poller.pollNow();
    }

    BundleStatus status() {
        return poller.status();
    }

    /** Returns how many attempts have failed. */
    long failures() {
        return poller.failures();
    }

    /** Returns how many reports of the status did not arrive. */
    long reportFailures() {
        StatusReports to = reports;
        return to == null ? 0 : to.failures();
    }

    /** Returns whether a bundle is in force: without one everything is refused. */
    ReadinessCheck readiness() {
        return new ReadinessCheck(check(), status().isActive() ? null : "no bundle has been loaded");
    }

    /** Returns whether the last attempt succeeded; the bundle before stays in force. */
    ReadinessCheck freshness() {
        return new ReadinessCheck(check() + ":download", status().message());
    }

    private String check() {
        return "bundle:" + settings.bundle().name();
    }

    @Override
    public void close() {
        poller.close();
        StatusReports to = reports;
        if (to != null) {
            to.close();
        }
        dialer.close();
    }
}
