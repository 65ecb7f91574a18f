package io.sallyport.proxy.relay.websocket;

import io.sallyport.proxy.enforce.MessageVerdict;
import org.jspecify.annotations.Nullable;

/** Says what becomes of a whole message. Confined to its event loop; never waits. */
public interface MessageJudge {
    /** Asks nobody. */
    MessageJudge NONE = new MessageJudge() {
        @Override
        public MessageVerdict judge(@Nullable String content, boolean isText) {
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
     * @param content the text of a text message, the octets of a binary one, each a character; null for none
     */
    MessageVerdict judge(@Nullable String content, boolean isText);

    /** The same of one that is too large to be read. */
    MessageVerdict tooLarge();
}
