package io.sallyport.proxy.telemetry;

import io.sallyport.model.measure.DurationSink;
import java.util.concurrent.atomic.LongAdder;

/** Counts and times what the proxy does, on all event loops. Safe for concurrent use; allocates for tunnels alone. */
public final class ProxyMeter {
    private final DurationSink added;
    private final DurationSink handshakes;
    private final OpenTunnels tunnels = new OpenTunnels();
    private final LongAdder tunnelsOpened = new LongAdder();
    private final LongAdder tunnelsEnded = new LongAdder();
    private final LongAdder relayedBytes = new LongAdder();
    private final LongAdder reused = new LongAdder();
    private final LongAdder dialled = new LongAdder();
    private final LongAdder idle = new LongAdder();

    /**
     * @param added receives, of each request that is let through and whose body need not be read first, the time from
     *     its head to what the target is sent, or to the tunnel's answer, less the time of dialling
     * @param handshakes receives how long each successful handshake of TLS with a client in a tunnel took
     */
    public ProxyMeter(DurationSink added, DurationSink handshakes) {
        this.added = added;
        this.handshakes = handshakes;
    }

    /** Returns a meter that nobody reads. */
    public static ProxyMeter unread() {
        return new ProxyMeter(DurationSink.NONE, DurationSink.NONE);
    }

    public DurationSink added() {
        return added;
    }

    public DurationSink handshakes() {
        return handshakes;
    }

    /** Notes that a tunnel is open, until {@link #tunnelEnded}. */
    public OpenTunnels.Entry tunnelOpened(OpenTunnels.Start tunnel) {
        tunnelsOpened.increment();
        return tunnels.add(tunnel);
    }

    public void tunnelEnded(OpenTunnels.Entry tunnel) {
        tunnelsEnded.increment();
        tunnels.remove(tunnel);
    }

    /** Returns the tunnels that are open. */
    public OpenTunnels tunnels() {
        return tunnels;
    }

    /** Adds bytes that passed, in either direction. */
    public void relayed(long bytes) {
        relayedBytes.add(bytes);
    }

    /** Notes that a request found a connection that was kept. */
    public void connectionReused() {
        reused.increment();
    }

    /** Notes that a request had to wait for a connection. */
    public void connectionDialled() {
        dialled.increment();
    }

    /** Notes that so many more connections are kept idle than before; fewer if it is below 0. */
    public void idleChanged(int more) {
        idle.add(more);
    }

    /** Returns how many connections are kept idle. */
    public long idleCount() {
        return idle.sum();
    }

    /** Returns how many tunnels were opened since the start. */
    public long tunnelsOpenedCount() {
        return tunnelsOpened.sum();
    }

    /** Returns how many tunnels are open. */
    public long tunnelsOpen() {
        long ended = tunnelsEnded.sum(); // read first: a tunnel that ends in between must not count below zero
        return tunnelsOpened.sum() - ended;
    }

    public long relayedBytes() {
        return relayedBytes.sum();
    }

    public long reusedCount() {
        return reused.sum();
    }

    public long dialledCount() {
        return dialled.sum();
    }
}
