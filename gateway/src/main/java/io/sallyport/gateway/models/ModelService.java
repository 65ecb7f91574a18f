package io.sallyport.gateway.models;

import io.netty.channel.EventLoopGroup;
import io.sallyport.audit.AuditLog;
import io.sallyport.decision.ledger.BudgetHolds;
import io.sallyport.egress.NettyDialer;
import io.sallyport.egress.http.KeptConnections;
import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.gateway.credentials.Providers;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.models.BackendAccess;
import io.sallyport.models.BackendKey;
import io.sallyport.models.ModelBackend;
import io.sallyport.models.ModelHandler;
import io.sallyport.models.ModelResources;
import io.sallyport.models.ModelRoutes;
import io.sallyport.models.ModelSettings;
import io.sallyport.models.PromptRecording;
import io.sallyport.proxy.credentials.CredentialValue;
import io.sallyport.proxy.enforce.own.OwnEndpoint;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** The endpoint of models of a gateway, with the dialer that reaches backends. Safe for concurrent use. */
public final class ModelService implements AutoCloseable {
    /** Where no backend is configured. */
    public static final ModelService NONE = new ModelService(OwnEndpoint.NONE, () -> {}, () -> {});

    private final OwnEndpoint endpoint;
    private final Runnable expiring;
    private final Runnable closing;

    private ModelService(OwnEndpoint endpoint, Runnable expiring, Runnable closing) {
        this.endpoint = endpoint;
        this.expiring = expiring;
        this.closing = closing;
    }

    /**
     * A service; it takes {@code dialer} over.
     *
     * @param dialer reaches backends, also on this machine
     * @param loops for their connections
     * @param prompts what records say of prompts
     */
    public static ModelService start(
            ModelSettings settings,
            Providers providers,
            NettyDialer dialer,
            EventLoopGroup loops,
            PromptRecording prompts,
            AuditLog audit) {
        var holds = new BudgetHolds(System::nanoTime);
        var idle = new KeptConnections(settings.limits().idle(), System::nanoTime);
        RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
        var handler = new ModelHandler(new ModelResources(
                new ModelRoutes(settings.backends(), random),
                (backend, sent) -> access(providers, backend, sent),
                dialer,
                loops::next,
                idle,
                settings.prices(),
                holds,
                settings.limits(),
                settings.rates(),
                prompts,
                audit,
                InstantSource.system(),
                System::nanoTime));
        Runnable expiring = () -> {
            holds.expire();
            idle.expire();
        };
        return new ModelService(new ProxyModels(handler), expiring, () -> {
            handler.close();
            idle.close();
            dialer.close();
        });
    }

    private static BackendAccess access(Providers providers, ModelBackend backend, CanonicalRequest sent) {
        BackendKey key = key(providers, backend, sent);
        return backend.certificate() == null
                ? new BackendAccess(key, null)
                : switch (providers.secret(backend.certificate(), sent)) {
                    case CredentialValue.Certified(ClientIdentity identity) -> new BackendAccess(key, identity);
                    case CredentialValue.Unavailable(String why) -> unavailable(why);
                    case CredentialValue.Known _, CredentialValue.SigningKeys _, CredentialValue.Unset _ ->
                        unavailable("the secret of " + backend.certificate() + " is no certificate");
                };
    }

    private static BackendAccess unavailable(String why) {
        return new BackendAccess(new BackendKey.Unavailable(why), null);
    }

    private static BackendKey key(Providers providers, ModelBackend backend, CanonicalRequest sent) {
        if (backend.provider() == null) {
            return BackendKey.NONE;
        }
        return switch (providers.secret(backend.provider(), sent)) {
            case CredentialValue.Known known -> new BackendKey.Known(known.text(), new KeyRedaction(known.patterns()));
            case CredentialValue.SigningKeys _ -> new BackendKey.Unavailable("keys that sign are no key of a backend");
            case CredentialValue.Certified _ -> new BackendKey.Unavailable("a certificate is no key of a backend");
            case CredentialValue.Unset _ -> new BackendKey.Unavailable("there is no secret yet");
            case CredentialValue.Unavailable(String why) -> new BackendKey.Unavailable(why);
        };
    }

    /** Returns the endpoint in the form that the proxy calls. */
    public OwnEndpoint forProxy() {
        return endpoint;
    }

    /** Ends what was set aside and not settled in its time, and what waits too long; to be called from time to time. */
    public void expire() {
        expiring.run();
    }

    /** Lets running requests finish for a while, then ends. */
    @Override
    public void close() {
        closing.run();
    }
}
