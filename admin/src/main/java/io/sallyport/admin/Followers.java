package io.sallyport.admin;

/** How many follow the audit, of which there is a bound. Confined to the event loop. */
final class Followers {
    private final int most;
    private int now;

    Followers(int most) {
        this.most = most;
    }

    boolean enter() {
        if (now >= most) {
            return false;
        }
        now++;
        return true;
    }

    void leave() {
        now--;
    }
}
