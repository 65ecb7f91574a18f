package io.sallyport.gateway.serve;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.sallyport.control.PolicyControl;
import io.sallyport.control.SandboxPart;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.SliceSource;
import io.sallyport.model.SandboxId;
import io.sallyport.shared.GatewayState;
import io.sallyport.shared.Membership;
import io.sallyport.shared.RecordSettings;
import io.sallyport.shared.SharedCounters;
import io.sallyport.shared.SharedSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the sandboxes of this gateway share with other gateways: their counters, and that they end. Safe for concurrent
 * use.
 */
final class SharedSandboxes implements SandboxPart, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedSandboxes.class);

    private final Membership membership;
    private final SharedCounters counters;
    private final @Nullable ReplicatedSandboxes replicated;
    /** Those that end here since they have ended elsewhere. */
    private final Set<SandboxId> ending = ConcurrentHashMap.newKeySet();

    private volatile @Nullable PolicyControl control;

    private SharedSandboxes(Membership membership, GatewayState gateway, @Nullable ReplicatedSandboxes replicated) {
        this.membership = membership;
        this.replicated = replicated;
        this.counters =
                new SharedCounters(membership, gateway, System::nanoTime, this::endedElsewhere, this::isServing);
    }

    /**
     * @param sandboxes how sandboxes themselves are shared, or null
     * @param state the folder that holds the id of this gateway
     */
    static SharedSandboxes open(SharedSettings settings, @Nullable RecordSettings sandboxes, Path state)
            throws StartException {
        try {
            GatewayState gateway = GatewayState.read(state);
            var membership = new Membership(settings, gateway);
            return new SharedSandboxes(
                    membership,
                    gateway,
                    sandboxes == null ? null : ReplicatedSandboxes.open(membership, sandboxes, state));
        } catch (IOException e) {
            throw new StartException("shared.redis: the id of this gateway: " + e, e);
        }
    }

    /** Connects, once the sandboxes are those of {@code loaded}. */
    void start(PolicyControl loaded, MeterRegistry meters) {
        control = loaded;
        Gauge.builder("sallyport.shared.open", counters, each -> each.isOpen() ? 1 : 0)
                .description("Whether the store of shared counters answers and hands out slices.")
                .register(meters);
        Gauge.builder("sallyport.shared.spending", counters, each -> each.isSpending() ? 1 : 0)
                .description("Whether what this gateway holds of shared counters may be spent.")
                .register(meters);
        counters.start();
        if (replicated != null) {
            replicated.start(loaded, meters);
        }
        membership.start();
    }

    SliceSource slices() {
        return counters;
    }

    /** Returns in a few words why nothing can be spent, or null. */
    @Nullable
    String unready() {
        String records = replicated == null ? null : replicated.unready();
        return counters.hasJoined() ? records : "the store of shared counters has not answered yet";
    }

    /** Whether requests may pass although other gateways may have changed what is in force here. */
    boolean isServing() {
        return replicated == null || replicated.isServing();
    }

    /** Returns the key that all gateways make placeholders with; null if each has its own. */
    byte @Nullable [] placeholderKey() {
        return replicated == null ? null : replicated.placeholderKey();
    }

    /** Where sandboxes are shared, their records say that they are gone. */
    @Override
    public void end(Sandbox gone) {
        if (replicated == null && !ending.remove(gone.id())) {
            counters.tellEnd(gone.id().text());
        }
    }

    private void endedElsewhere(String text) {
        SandboxId id = SandboxId.parse(text);
        PolicyControl known = control;
        if (id == null || known == null || replicated != null) {
            return;
        }
        boolean isThere = known.get(id) != null;
        if (isThere) {
            ending.add(id);
        }
        try {
            if (known.leases().get(id) != null) {
                known.leases().revoke(id).whenComplete((_, fault) -> failed(id, fault));
            } else if (isThere) {
                known.delete(id).whenComplete((_, fault) -> failed(id, fault));
            }
        } catch (RejectedExecutionException e) {
            failed(id, e);
        }
    }

    private void failed(SandboxId id, @Nullable Throwable fault) {
        if (fault != null) {
            ending.remove(id);
            LOG.error("{} has ended on another gateway and does not end here", id, fault);
        }
    }

    @Override
    public void close() {
        if (replicated != null) {
            replicated.close();
        }
        counters.close();
        membership.close();
    }
}
