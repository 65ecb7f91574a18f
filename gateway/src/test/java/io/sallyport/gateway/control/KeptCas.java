package io.sallyport.gateway.control;

import io.sallyport.gateway.state.CaStore;
import io.sallyport.gateway.state.StateException;
import io.sallyport.model.SandboxId;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A store of CAs that outlives a restart as a disk would. */
final class KeptCas implements CaStore {
    private final Map<SandboxId, byte[]> cas = new ConcurrentHashMap<>();

    @Override
    public byte @Nullable [] ca(SandboxId id) {
        return cas.get(id);
    }

    @Override
    public void save(SandboxId id, byte[] ca) {
        cas.put(id, ca);
    }

    @Override
    public void delete(SandboxId id) {
        cas.remove(id);
    }

    @Override
    public StateException unreadable(SandboxId id, String why) {
        return new StateException(Path.of("ca", id.text()), why);
    }

    @Override
    public void retain(Set<SandboxId> ids) {
        cas.keySet().retainAll(ids);
    }
}
