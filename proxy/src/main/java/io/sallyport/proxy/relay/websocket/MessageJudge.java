package io.sallyport.proxy.relay.websocket;

import io.sallyport.proxy.enforce.MessageVerdict;
import org.jspecify.annotations.Nullable;

/** Says what becomes of a whole message. Confined to its event loop; never waits. */
public interface MessageJudge {
    /** Asks nobody. */
    MessageJudge NONE = new MessageJudge() {
        @Override
        public MessageVerdict judge(@Nullable String text) {
            return MessageVerdict.PASSES;
        }

        @Override
        public MessageVerdict tooLarge() {
            return MessageVerdict.PASSES;
        }
    };

    /**
     * What becomes of it; where the client is to be told something, that was done.
     *
     * @param text of a text message; null for a binary one
     */
    MessageVerdict judge(@Nullable String text);

    /** The same of one that is too large to be read. */
    MessageVerdict tooLarge();
}
