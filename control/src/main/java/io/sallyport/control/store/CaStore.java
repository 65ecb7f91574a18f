package io.sallyport.control.store;

import io.sallyport.model.SandboxId;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the data from which CAs of sandboxes are restored, including their private keys. Whatever a method writes is
 * durable when it returns. Methods block. Calls for one sandbox come one after the other; calls for different sandboxes
 * may be concurrent.
 */
public interface CaStore {
    /** Keeps nothing: a restart gives each sandbox a new CA. */
    CaStore MEMORY_ONLY = forgetting((_, _) -> {});

    /** Returns a store that keeps nothing, and passes what it is to save to {@code saved}. */
    static CaStore forgetting(BiConsumer<SandboxId, byte[]> saved) {
        return new CaStore() {
            @Override
            public byte @Nullable [] ca(SandboxId id) {
                return null;
            }

            @Override
            public void save(SandboxId id, byte[] ca) {
                saved.accept(id, ca);
            }

            @Override
            public void delete(SandboxId id) {
                // nothing was kept
            }

            @Override
            public StateException unreadable(SandboxId id, String why) {
                throw new IllegalStateException("nothing is kept");
            }

            @Override
            public void retain(Set<SandboxId> ids) {
                // nothing was kept
            }
        };
    }

    /** Returns what was saved for {@code id}, or null. */
    byte @Nullable [] ca(SandboxId id) throws StateException;

    void save(SandboxId id, byte[] ca) throws StateException;

    void delete(SandboxId id) throws StateException;

    /** Returns an exception that names the file of {@code id} and says why its content is unusable. */
    StateException unreadable(SandboxId id, String why);

    /** Deletes every CA except those of {@code ids}. */
    void retain(Set<SandboxId> ids) throws StateException;
}
