package io.sallyport.control.store;

import io.sallyport.model.SandboxId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what CAs of sandboxes are restored from; their private keys are in it. What a method has written is durable when
 * it returns. Methods block; calls for one sandbox come one after the other, others may come at once.
 */
public interface CaStore {
    /** Keeps nothing: a restart gives each sandbox a new CA. */
    CaStore MEMORY_ONLY = new CaStore() {
        @Override
        public byte @Nullable [] ca(SandboxId id) {
            return null;
        }

        @Override
        public void save(SandboxId id, byte[] ca) {
            // the registry of this process has it
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

    /** What was saved for {@code id}, or null. */
    byte @Nullable [] ca(SandboxId id) throws StateException;

    void save(SandboxId id, byte[] ca) throws StateException;

    void delete(SandboxId id) throws StateException;

    /** Says of what was saved for {@code id} that it is of no use, naming its place. */
    StateException unreadable(SandboxId id, String why);

    /** Forgets every CA but those of {@code ids}. */
    void retain(Set<SandboxId> ids) throws StateException;
}
