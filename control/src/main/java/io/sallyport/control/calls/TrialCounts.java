package io.sallyport.control.calls;

import io.sallyport.model.SandboxId;

/** Counts what the candidates of sandboxes would have decided otherwise. Safe for concurrent use; returns at once. */
public interface TrialCounts {
    /** Counts nothing. */
    TrialCounts NONE = new TrialCounts() {
        @Override
        public void begin(SandboxId sandbox) {
            // nothing is counted
        }

        @Override
        public void forget(SandboxId sandbox) {
            // nothing was counted
        }
    };

    /** Begins to count for a new candidate of {@code sandbox}; what was counted for another is forgotten. */
    void begin(SandboxId sandbox);

    /** Forgets what was counted: the sandbox has no candidate any more. */
    void forget(SandboxId sandbox);
}
