package io.sallyport.gateway.serve;

import io.sallyport.configuration.Config;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.store.StateException;
import io.sallyport.model.DialRules;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does once in a JVM, for a sandbox that nobody knows, what the first policy will need: puts documents of each kind through the
 * control API, has requests decided and a certificate made, by the product's own way and on memory of its own. No state,
 * record or count is left of it. Safe for concurrent use.
 */
final class WarmUp {
    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
    private static final int ROUNDS = 3;

    /** What is loaded is the JVM's: further gateways in it find it there. */
    private static final AtomicBoolean LOADED = new AtomicBoolean();

    private final Config config;
    private final Lifecycle lifecycle;

    private final AtomicBoolean started = new AtomicBoolean();

    WarmUp(Config config, Lifecycle lifecycle) {
        this.config = config;
        this.lifecycle = lifecycle;
    }

    /** On a thread of its own, once; what fails is told to the operator, and keeps nothing from being ready. */
    void start() {
        if (LOADED.get()) {
            lifecycle.warmedUp();
        } else if (started.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("warm-up").start(this::run);
        }
    }

    private void run() {
        try (CompiledPolicies policies = GatewayParts.policies(config, DialRules.NONE);
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
