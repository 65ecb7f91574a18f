package io.sallyport.gateway.serve;

import io.sallyport.configuration.Config;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.store.StateException;
import io.sallyport.decision.DecisionMeter;
import io.sallyport.model.DialRules;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warms up the JVM for the first policy: puts documents of each kind for an unreachable sandbox through the control
 * API, decides requests and creates a certificate, all with the production code but on separate memory. It leaves no
 * state, record or count behind. Safe for concurrent use.
 */
final class WarmUp {
    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
    private static final int ROUNDS = 3;

    /** Static because loaded code belongs to the JVM: further gateways in it need no warm-up. */
    private static final AtomicBoolean LOADED = new AtomicBoolean();

    private final Config config;
    private final Lifecycle lifecycle;

    private final AtomicBoolean started = new AtomicBoolean();

    WarmUp(Config config, Lifecycle lifecycle) {
        this.config = config;
        this.lifecycle = lifecycle;
    }

    /** Runs once, on its own thread. A failure is logged and does not prevent readiness. */
    void start() {
        if (LOADED.get()) {
            lifecycle.warmedUp();
        } else if (started.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("warm-up").start(this::run);
        }
    }

    private void run() {
        try (CompiledPolicies policies = GatewayParts.policies(config, DialRules.NONE, DecisionMeter.unread());
                var gateway = ThrowawayGateway.open(config.intercept(), policies)) {
            for (int i = 0; i < ROUNDS; i++) {
                for (String body : WarmUpBodies.ALL) {
                    if (lifecycle.isDraining()) {
                        return;
                    }
                    gateway.use(body);
                }
            }
            LOADED.set(true);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException | StartException | StateException | RuntimeException e) {
            LOG.warn("the first policy will take longer: what it needs could not be loaded ahead", e);
        } finally {
            lifecycle.warmedUp();
        }
    }
}
