package io.sallyport.control.store;

/** What whoever wants a lock does while another process holds it. */
@FunctionalInterface
public interface LockWait {
    /** Does not wait. */
    LockWait NONE = () -> false;

    /** Pauses, then says whether to try again. Called on the thread that wants the lock, as often as it was not to be had. */
    boolean again();
}
