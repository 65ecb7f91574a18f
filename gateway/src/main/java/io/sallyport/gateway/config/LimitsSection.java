package io.sallyport.gateway.config;

import io.sallyport.decision.buffers.BufferLimits;
import io.sallyport.egress.DialLimits;
import io.sallyport.egress.share.SlotQueue;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.proxy.listener.ConnectionLimits;
import io.sallyport.proxy.listener.GuessLimits;
import io.sallyport.proxy.listener.HeadLimits;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.UpstreamLimits;
import io.sallyport.transport.PooledBuffers;
import java.time.Duration;

/** Reads {@code limits}. What it does not name is as {@link ProxyLimits#DEFAULT} and {@link DialLimits#DEFAULT} have it. */
final class LimitsSection {
    private static final int MOST = 1_000_000;
    /** Each sender of one is remembered for a minute. */
    private static final int MOST_GUESSES = 100_000;

    private LimitsSection() {}

    /** @param descriptors that defaults of connections are fitted to */
    static Config.Limits read(Section section, DescriptorLimit descriptors) throws ConfigException {
        ProxyLimits usual = ProxyLimits.DEFAULT;
        ConnectionLimits connections = connections(section, usual.connections(), descriptors);
        int ofOneSandbox = DescriptorLimit.ofOneSandbox(connections.maxOpen(), 1000);
        var limits = new Config.Limits(
                new ProxyLimits(
                        requestHeads(section, usual.request()),
                        usual.response(),
                        connections,
                        upstream(section, usual.upstream()),
                        guesses(section, usual.guesses())),
                dials(section, DialLimits.DEFAULT),
                count(section, "connections_per_sandbox", ofOneSandbox),
                count(section, "new_names_per_minute", 300),
                buffers(section),
                number(
                        section,
                        "policy_endpoints",
                        NetworkPolicyReader.MAX_ENDPOINTS,
                        1,
                        NetworkPolicyReader.MAX_WEIGHT));
        section.end();
        return limits;
    }

    private static HeadLimits requestHeads(Section section, HeadLimits usual) throws ConfigException {
        int maxBytes = number(section, "max_head_bytes", usual.maxBytes(), 256, 1 << 20);
        return new HeadLimits(
                maxBytes,
                Math.min(usual.maxLineBytes(), maxBytes),
                number(section, "max_headers", usual.maxFields(), 1, 10_000),
                duration(section, "head_timeout", usual.timeout()));
    }

    private static ConnectionLimits connections(Section section, ConnectionLimits usual, DescriptorLimit descriptors)
            throws ConfigException {
        int maxOpen = count(section, "max_open", descriptors.connections(usual.maxOpen()));
        int unidentified = DescriptorLimit.unidentified(maxOpen, usual.maxUnidentified());
        return new ConnectionLimits(
                maxOpen,
                count(section, "max_unidentified", unidentified),
                usual.maxIdentityFailures(),
                duration(section, "idle_timeout", usual.idleTimeout()),
                duration(section, "half_closed_timeout", usual.halfClosedTimeout()),
                usual.drainBytes(),
                usual.lingerTimeout());
    }

    private static UpstreamLimits upstream(Section section, UpstreamLimits usual) throws ConfigException {
        return new UpstreamLimits(
                duration(section, "dial_timeout", usual.dialTimeout()),
                duration(section, "first_byte_timeout", usual.firstByteTimeout()),
                usual.maxInterim(),
                count(section, "idle_connections_per_sandbox", usual.maxIdlePerSandbox()),
                count(section, "idle_connections", usual.maxIdleConnections()),
                usual.maxIdle(),
                usual.maxAge());
    }

    private static GuessLimits guesses(Section section, GuessLimits usual) throws ConfigException {
        return new GuessLimits(
                number(section, "wrong_tokens_of_one_per_minute", usual.ofOne(), 1, MOST_GUESSES),
                number(section, "wrong_tokens_per_minute", usual.ofAll(), 1, MOST_GUESSES));
    }

    /** Fitted to the direct memory of this process, where they are not named. */
    private static BufferLimits buffers(Section section) throws ConfigException {
        BufferLimits usual = BufferLimits.fittedTo(PooledBuffers.directMemoryBytes());
        long bytes = bytes(section, "buffered_bytes", usual.bytes(), BufferLimits.MOST_BYTES);
        long each = Math.max(BufferLimits.MIN_BYTES, bytes / 2);
        return new BufferLimits(bytes, bytes(section, "buffered_bytes_per_sandbox", each, bytes));
    }

    private static long bytes(Section section, String key, long byDefault, long most) throws ConfigException {
        String expected = "a number of bytes from " + BufferLimits.MIN_BYTES + " to " + most;
        return section.read(key, byDefault, expected, Values.amount(BufferLimits.MIN_BYTES, most));
    }

    private static DialLimits dials(Section section, DialLimits usual) throws ConfigException {
        SlotQueue.Limits slots = usual.slots();
        return new DialLimits(
                new SlotQueue.Limits(
                        count(section, "dials_per_sandbox", slots.perSandbox()),
                        count(section, "dials", slots.total()),
                        number(section, "waiting_dials_per_sandbox", slots.waitingPerSandbox(), 0, MOST),
                        number(section, "waiting_dials", slots.waiting(), 0, MOST)),
                duration(section, "dial_wait", usual.maxWait()),
                usual.connectTimeout());
    }

    private static int count(Section section, String key, int byDefault) throws ConfigException {
        return number(section, key, byDefault, 1, MOST);
    }

    private static int number(Section section, String key, int byDefault, int least, int most) throws ConfigException {
        String expected = "a number from " + least + " to " + most;
        return section.read(key, byDefault, expected, Values.number(least, most));
    }

    private static Duration duration(Section section, String key, Duration byDefault) throws ConfigException {
        return section.read(key, byDefault, Values.DURATION, Values::duration);
    }
}
