package io.sallyport.proxy.relay.websocket;

import io.sallyport.model.Verdict;
import org.jspecify.annotations.Nullable;

/** Says whether a whole message may go on. Confined to its event loop; never waits. */
public interface MessageJudge {
    /**
     * Whether it may go on.
     *
     * @param text of a text message; null for a binary one
     */
    Verdict judge(@Nullable String text);

    /** The same of one that is too large to be read. */
    Verdict tooLarge();
}
