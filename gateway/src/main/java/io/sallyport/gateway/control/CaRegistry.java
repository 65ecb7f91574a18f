package io.sallyport.gateway.control;

import io.sallyport.gateway.state.CaStore;
import io.sallyport.gateway.state.StateException;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.intercept.SandboxCa;
import io.sallyport.proxy.intercept.SandboxCas;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The CAs of all sandboxes. Each is made with its sandbox, before anybody is told of it, and goes with it. Readers never
 * wait; changes of one sandbox come one after the other, and block. Safe for concurrent use.
 */
public final class CaRegistry implements SandboxCas {
    private final CaStore store;
    private final SecureRandom random;
    private final InstantSource clock;
    private final Map<SandboxId, SandboxCa> cas = new ConcurrentHashMap<>();

    public CaRegistry(CaStore store, SecureRandom random, InstantSource clock) {
        this.store = store;
        this.random = random;
        this.clock = clock;
    }

    @Override
    public @Nullable SandboxCa find(SandboxId sandbox) {
        return cas.get(sandbox);
    }

    /** Only of a sandbox that is there, in its lane. */
    SandboxCa of(SandboxId sandbox) {
        SandboxCa ca = cas.get(sandbox);
        if (ca == null) {
            throw new IllegalStateException("a sandbox without CA: " + sandbox);
        }
        return ca;
    }

    /** The CA as it is kept, or a new one where none is. */
    void load(SandboxId sandbox) throws StateException {
        byte[] kept = store.ca(sandbox);
        if (kept == null) {
            create(sandbox);
            return;
        }
        switch (SandboxCa.restore(sandbox, kept, random)) {
            case SandboxCa.Restored.Ready(var ca) -> cas.put(sandbox, ca);
            case SandboxCa.Restored.Unreadable(var why) -> throw store.unreadable(sandbox, why);
        }
    }

    /** A new CA, in place of any other; durable when this returns. */
    void create(SandboxId sandbox) throws StateException {
        SandboxCa ca = SandboxCa.create(sandbox, random, clock);
        store.save(sandbox, ca.encoded());
        cas.put(sandbox, ca);
    }

    /** Nobody finds it from now on, whether or not its file can be deleted. */
    void remove(SandboxId sandbox) throws StateException {
        cas.remove(sandbox);
        store.delete(sandbox);
    }

    /** Forgets what is kept of sandboxes that are none any more: a crash may have come between the two. */
    void sweep(Set<SandboxId> sandboxes) throws StateException {
        store.retain(sandboxes);
    }
}
