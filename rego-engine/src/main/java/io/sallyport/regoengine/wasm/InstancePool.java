package io.sallyport.regoengine.wasm;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Instances of one program, made when they are needed, up to a bound. Safe for concurrent use, never blocks. */
final class InstancePool {
    private final Semaphore room;
    private final Supplier<PolicyInstance> make;
    private final ConcurrentLinkedDeque<PolicyInstance> idle = new ConcurrentLinkedDeque<>();

    InstancePool(int most, Supplier<PolicyInstance> make) {
        this.room = new Semaphore(most);
        this.make = make;
    }

    /** A place for one evaluation, or null where as many as may be are under way. */
    @Nullable
    Loan borrow() {
        return room.tryAcquire() ? new Loan() : null;
    }

    /** How many instances wait. */
    int idle() {
        return idle.size();
    }

    /** One evaluation's place. Its instance is thrown away, unless it is given back. Confined to one thread. */
    final class Loan implements AutoCloseable {
        private @Nullable PolicyInstance good;

        /** The instance that was used last, since its data are in the processor's cache; a new one where none waits. */
        PolicyInstance instance() {
            PolicyInstance waiting = idle.pollFirst();
            return waiting == null ? make.get() : waiting;
        }

        /** The evaluation came to its end, so the instance can be used again. */
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
