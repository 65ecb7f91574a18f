package io.sallyport.gateway.serve;

import io.sallyport.control.CertificateAuthorities;
import io.sallyport.control.store.CaStore;
import io.sallyport.control.store.StateException;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.intercept.SandboxCa;
import io.sallyport.proxy.intercept.SandboxCas;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The CAs of all sandboxes. A CA is created with its sandbox, before anyone learns of it, and removed with it. Readers
 * never wait; changes of one sandbox come one after the other and block. Safe for concurrent use.
 */
public final class CaRegistry implements SandboxCas, CertificateAuthorities {
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

    /** Returns when the first of the CAs ends; null while there is none. */
    public @Nullable Instant firstEnd() {
        Instant first = null;
        for (SandboxCa ca : cas.values()) {
            Instant end = ca.certificate().getNotAfter().toInstant();
            first = first == null || end.isBefore(first) ? end : first;
        }
        return first;
    }

    @Override
    public @Nullable String certificatePem(SandboxId sandbox) {
        SandboxCa ca = cas.get(sandbox);
        return ca == null ? null : ca.certificatePem();
    }

    @Override
    public void load(SandboxId sandbox) throws StateException {
        byte[] kept = store.ca(sandbox);
        if (kept == null) {
            create(sandbox);
            return;
        }
        restore(sandbox, kept);
    }

    private void restore(SandboxId sandbox, byte[] kept) throws StateException {
        switch (SandboxCa.restore(sandbox, kept, random)) {
            case SandboxCa.Restored.Ready(var ca) -> cas.put(sandbox, ca);
            case SandboxCa.Restored.Unreadable(var why) -> throw store.unreadable(sandbox, why);
        }
    }

    @Override
    public void adopt(SandboxId sandbox, byte[] ca) throws StateException {
        store.save(sandbox, ca);
        restore(sandbox, ca);
    }

    @Override
    public byte @Nullable [] encoded(SandboxId sandbox) {
        SandboxCa ca = cas.get(sandbox);
        return ca == null ? null : ca.encoded();
    }

    @Override
    public void create(SandboxId sandbox) throws StateException {
        SandboxCa ca = SandboxCa.create(sandbox, random, clock);
        store.save(sandbox, ca.encoded());
        cas.put(sandbox, ca);
    }

    @Override
    public void remove(SandboxId sandbox) throws StateException {
        cas.remove(sandbox);
        store.delete(sandbox);
    }

    @Override
    public void sweep(Set<SandboxId> sandboxes) throws StateException {
        store.retain(sandboxes);
    }
}
