package io.sallyport.regoengine.wasm;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A pool of instances of one program, created on demand up to a limit. Safe for concurrent use, never blocks. */
final class InstancePool {
    private final Semaphore room;
    private final Supplier<PolicyInstance> make;
    private final ConcurrentLinkedDeque<PolicyInstance> idle = new ConcurrentLinkedDeque<>();

    InstancePool(int most, Supplier<PolicyInstance> make) {
        this.room = new Semaphore(most);
        this.make = make;
    }

    /** Returns a loan for one evaluation, or null if the maximum number is in use. */
    @Nullable
    Loan borrow() {
        return room.tryAcquire() ? new Loan() : null;
    }

    /** Returns the number of idle instances. */
    int idle() {
        return idle.size();
    }

    /**
     * The loan of an instance for one evaluation. The instance is discarded unless it is given back. Confined to one
     * thread.
     */
    final class Loan implements AutoCloseable {
        private @Nullable PolicyInstance good;

        /**
         * Returns the instance used last, because its data are in the processor's cache, or a new one if none is idle.
         */
        PolicyInstance instance() {
            PolicyInstance waiting = idle.pollFirst();
            return waiting == null ? make.get() : waiting;
        }

        /** Gives the instance back, because the evaluation ended properly and it can be used again. */
        void giveBack(PolicyInstance instance) {
            good = instance;
        }

        @Override
        public void close() {
            if (good != null) {
                idle.offerFirst(good);
            }
            room.release();
        }
    }
}
