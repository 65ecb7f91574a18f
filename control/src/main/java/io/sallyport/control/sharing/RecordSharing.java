package io.sallyport.control.sharing;

import io.sallyport.control.calls.Confirmation;
import io.sallyport.control.store.SharedSandbox;
import io.sallyport.model.SandboxId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The store that decides which change of a sandbox comes first among several gateways. Safe for concurrent use. */
public interface RecordSharing {
    /** One gateway alone: every change is the first. */
    RecordSharing ALONE = new RecordSharing() {
        @Override
        public Offer offer(SharedSandbox next, long follows) {
            return new Offer.Taken();
        }

        @Override
        public CompletionStage<@Nullable Confirmation> end(SandboxId id, long generation) {
            return CompletableFuture.completedStage(null); // nobody is told
        }

        @Override
        public void missed(SandboxId id) {
            // there is nothing to be behind of
        }

        @Override
        public Found find(SandboxId id) {
            return new Found.Nothing();
        }

        @Override
        public CompletionStage<@Nullable Confirmation> confirmed(SandboxId id, long generation) {
            return CompletableFuture.completedStage(null);
        }
    };

    /**
     * Offers the next generation of a sandbox. Blocks until the store has answered.
     *
     * @param follows the recorded generation that it follows, 0 for a new sandbox
     */
    Offer offer(SharedSandbox next, long follows);

    /**
     * Ends a sandbox on all gateways; where the store does not answer, once it does. Returns at once.
     *
     * @return completes once it has ended on all, or after a bounded time; with null where nothing is shared, or the
     *     store does not answer
     */
    CompletionStage<@Nullable Confirmation> end(SandboxId id, long generation);

    /** A sandbox is not in force here as the store has it: it is taken in again. Returns at once. */
    void missed(SandboxId id);

    /** Returns what the store has of a sandbox. Blocks until it has answered. */
    Found find(SandboxId id);

    /**
     * Completes once all gateways have a change of this one in force, or after a bounded time.
     *
     * @param generation of the recorded change
     * @return null where nothing is shared
     */
    CompletionStage<@Nullable Confirmation> confirmed(SandboxId id, long generation);

    /** The result of {@link #offer}. */
    sealed interface Offer {
        /** It is the sandbox's record from now on. */
        record Taken() implements Offer {}

        /** Another gateway was first: the store is at that generation, or the sandbox is gone up to it. */
        record Newer(long generation) implements Offer {}

        /** The store does not answer, or takes no changes now. */
        record Unavailable(String why) implements Offer {}
    }

    /** The result of {@link #find}. */
    sealed interface Found {
        record Live(SharedSandbox sandbox) implements Found {}

        record Gone(long generation) implements Found {}

        record Nothing() implements Found {}

        /** The store does not answer, or what it has cannot be read. */
        record Unavailable(String why) implements Found {}
    }
}
