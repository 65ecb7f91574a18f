package io.sallyport.egress;

import io.sallyport.model.ReasonCode;
import java.net.InetSocketAddress;

/** One way to open a connection to one of several checked addresses. Confined to its event loop; used once. */
sealed interface Opening permits AddressRace, ProxyTunnel {
    /** Starts; the listener is called once with the end. */
    void start();

    /** Abandons all that is under way; the listener is not called any more. */
    void abandon();

    /** How it ended. */
    sealed interface End {}

    /** A connection is open, and leads to {@code address}, which was checked. */
    record Won(ConnectAttempt connection, InetSocketAddress address) implements End {}

    /** No address answered; the cause and address are those of the try that failed last. */
    record Lost(Throwable cause, InetSocketAddress address) implements End {}

    /**
     * The upstream proxy opened no tunnel.
     *
     * @param detail for the audit and operators
     */
    record Refused(ReasonCode reason, String detail, InetSocketAddress address) implements End {}
}
