package io.sallyport.egress;

import io.netty.channel.Channel;
import io.sallyport.model.ReasonCode;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** How a dial ended. */
public sealed interface DialOutcome {
    /** Open; {@code address} is the checked one. The listener owns {@code channel} from here on. */
    record Connected(Channel channel, InetSocketAddress address) implements DialOutcome {}

    /**
     * Not open.
     *
     * @param reason a refusal of the address, or a failure to resolve or to connect
     * @param detail for the audit and operators; never shown to the sandbox
     * @param address the address that settled it, where there was one
     */
    record Failed(
            ReasonCode reason, String detail, @Nullable InetSocketAddress address) implements DialOutcome {}
}
