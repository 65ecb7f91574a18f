package io.sallyport.control;

import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.SandboxId;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What follows a sandbox through its life, as its fetch rights, its API servers and its counters. For one put in the order
 * {@link #prepare}, then {@link #activate} or {@link #abandon}; after {@link #end} the id may begin again. Calls for one
 * sandbox come one after the other, but for those that are said to come at any time. Safe for concurrent use by several
 * sandboxes.
 */
public interface SandboxPart {
    /** What preparing comes to. */
    sealed interface Prepared {
        /**
         * All is there.
         *
         * @param placeholders variables that stand for credentials of the sandbox, none of which they hold
         */
        record Ready(Map<String, String> placeholders) implements Prepared {
            /** Nothing to tell. */
            public static final Ready PLAIN = new Ready(Map.of());

            public Ready {
                placeholders = Map.copyOf(placeholders);
            }
        }

        /** The sandbox cannot be put so; {@code answer} is no {@link SandboxAnswer.InForce}. */
        record Refused(SandboxAnswer answer) implements Prepared {}
    }

    /**
     * What has to be there before the sandbox is in force. Called in the lane of {@code id}, under no lock: it may block, and
     * no other change of that id comes in between, but that it ends with its parent.
     *
     * @param isThere whether the sandbox is in force already
     */
    default Prepared prepare(SandboxId id, SandboxSpec spec, boolean isThere) {
        return Prepared.Ready.PLAIN;
    }

    /** What was prepared does not come into force: what began for it ends. In the same lane; may block. */
    default void abandon(SandboxId id) {}

    /** {@code state} is in force. Under the lock of its family; what it does about open connections returns at once. */
    default void activate(SandboxState state) {}

    /** Something that binds {@code sandbox} changed, its own policy or one above. Returns at once. */
    default void policyChanged(SandboxId sandbox) {}

    /** The sandbox is no more, whatever ended it: all of it is to be closed. Before its id can be taken; returns at once. */
    default void end(Sandbox gone) {}

    /** When nothing is left of {@code id}, and of what ended with it. At any time. */
    default CompletionStage<Void> ended(SandboxId id) {
        return CompletableFuture.completedStage(null);
    }

    /** Adds what it knows of {@code sandbox} to what is told of it. At any time; returns at once. */
    default void describe(Sandbox sandbox, SandboxReport report) {}

    /** A removal of {@code id} waits: what {@link #prepare} waits for is not wanted any more. At any time; returns at once. */
    default void unwanted(SandboxId id) {}

    /** That removal waits no more; a put that comes from now on comes after it. At any time; returns at once. */
    default void wantedAgain(SandboxId id) {}
}
