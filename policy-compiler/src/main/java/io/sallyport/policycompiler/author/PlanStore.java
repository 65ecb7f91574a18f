package io.sallyport.policycompiler.author;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Stores compiled policies, so that nothing is compiled twice, even after restarts. Methods block. Safe for concurrent
 * use with different digests.
 */
public interface PlanStore {
    /** Stores nothing. */
    PlanStore NONE = new PlanStore() {
        @Override
        public byte @Nullable [] find(String digest) {
            return null;
        }

        @Override
        public void keep(String digest, byte[] bundle) {}
    };

    /** Returns what was stored under {@code digest}, or null. */
    byte @Nullable [] find(String digest) throws IOException;

    void keep(String digest, byte[] bundle) throws IOException;
}
