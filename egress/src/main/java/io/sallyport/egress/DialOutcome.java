package io.sallyport.egress;

import io.netty.channel.Channel;
import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;

/** How a dial ended. */
public sealed interface DialOutcome {
    /** The connection is open; {@code address} is the checked one. The listener now owns {@code channel}. */
    record Connected(Channel channel, DialledAddress address) implements DialOutcome {}

    /**
     * No connection is open.
     *
     * @param reason a refusal of the address, or a failure to resolve or to connect
     * @param detail for the audit and operators; never shown to the sandbox
     * @param address the address that decided the outcome, or null if none did
     */
    record Failed(
            ReasonCode reason, String detail, @Nullable DialledAddress address) implements DialOutcome {}
}
