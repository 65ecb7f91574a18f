package io.sallyport.control.store;

/** Decides whether to keep waiting for a lock that another process holds. */
@FunctionalInterface
public interface LockWait {
    /** Does not wait. */
    LockWait NONE = () -> false;

    /**
     * Pauses, then returns whether to try again. Called after each failed attempt, on the thread that wants the lock.
     */
    boolean again();
}
