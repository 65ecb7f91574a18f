package io.sallyport.control;

import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.SandboxId;
import io.sallyport.model.placeholder.SandboxPlaceholders;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A part that follows a sandbox through its life, such as its fetch rights, its API servers or its counters. Each put
 * calls {@link #prepare}, then {@link #activate} or {@link #abandon}; after {@link #end} the id may be used again.
 * Calls for one sandbox come one after the other, except for methods documented as callable at any time. Safe for
 * concurrent use by several sandboxes.
 */
public interface SandboxPart {
    /** The result of preparing a part. */
    sealed interface Prepared {
        /** The part is prepared. */
        record Ready(SandboxPlaceholders placeholders) implements Prepared {
            /** Ready, without placeholders. */
            public static final Ready PLAIN = new Ready(SandboxPlaceholders.NONE);
        }

        /** The put must fail with {@code answer}, which is not a {@link SandboxAnswer.InForce}. */
        record Refused(SandboxAnswer answer) implements Prepared {}
    }

    /**
     * Prepares what must exist before the sandbox is in force. Called in the lane of {@code id}, without any lock, so
     * it may block. No other change of that id intervenes, except that the sandbox may end with its parent.
     *
     * @param isThere whether the sandbox is already in force
     */
    default Prepared prepare(SandboxId id, SandboxSpec spec, boolean isThere) {
        return Prepared.Ready.PLAIN;
    }

    /** Discards what was prepared, because the put failed. Called in the same lane; may block. */
    default void abandon(SandboxId id) {}

    /**
     * Called when {@code state} is in force, under its family's lock. Returns at once from any work on open
     * connections.
     */
    default void activate(SandboxState state) {}

    /** Called when a policy that binds {@code sandbox} has changed: its own or an ancestor's. Returns at once. */
    default void policyChanged(SandboxId sandbox) {}

    /**
     * Closes everything of a sandbox that has ended, for whatever reason. Called before its id can be reused; returns
     * at once.
     */
    default void end(Sandbox gone) {}

    /** Completes when nothing is left of {@code id} or of what ended with it. Callable at any time. */
    default CompletionStage<Void> ended(SandboxId id) {
        return CompletableFuture.completedStage(null);
    }

    /** Adds what this part knows about {@code sandbox} to its report. Callable at any time; returns at once. */
    default void describe(Sandbox sandbox, SandboxReport report) {}

    /** A removal of {@code id} is waiting: {@link #prepare} should give up. Callable at any time; returns at once. */
    default void unwanted(SandboxId id) {}

    /** The removal no longer waits; puts from now on come after it. Callable at any time; returns at once. */
    default void wantedAgain(SandboxId id) {}
}
