package io.sallyport.gateway.credentials;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How much of tokens is held, of all sandboxes, in characters: a character takes some 200 bytes with the forms in which
 * it is searched for. Safe for concurrent use.
 */
final class TokenSpace {
    private final int most;
    private final AtomicInteger taken = new AtomicInteger();

    /** @param most characters */
    TokenSpace(int most) {
        this.most = most;
    }

    /** Takes so many more, or with a number below 0 gives them back; false where there is no room. */
    boolean take(int chars) {
        int before = taken.getAndUpdate(now -> now + chars > most ? now : now + chars);
        return before + chars <= most;
    }
}
