package io.sallyport.web;

/** Counts the bytes of bodies held now, over all connections. Confined to the event loop. */
final class Bodies {
    private final long most;
    private long held;

    Bodies(long most) {
        this.most = most;
    }

    boolean take(int bytes) {
        if (held + bytes > most) {
            return false;
        }
        held += bytes;
        return true;
    }

    void giveBack(int bytes) {
        held -= bytes;
    }
}
