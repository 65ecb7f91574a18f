package io.sallyport.policycompiler;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what was compiled, so that nothing is compiled twice, over restarts too. Methods block. Safe for concurrent use
 * with different digests.
 */
public interface PlanStore {
    /** Keeps nothing. */
    PlanStore NONE = new PlanStore() {
        @Override
        public byte @Nullable [] find(String digest) {
            return null;
        }

        @Override
        public void keep(String digest, byte[] bundle) {}
    };

    /** What was kept under {@code digest}, or null. */
    byte @Nullable [] find(String digest) throws IOException;

    void keep(String digest, byte[] bundle) throws IOException;
}
