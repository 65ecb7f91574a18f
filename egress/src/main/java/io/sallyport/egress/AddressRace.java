package io.sallyport.egress;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.sallyport.transport.Transport;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Opens a connection to the first of several addresses that answers (RFC 8305 section 5). The next address is tried as
 * soon as one fails, or when the earlier ones have not answered within {@link #HEAD_START}. When one connection is
 * open, the other tries are abandoned. Confined to its event loop; used once.
 */
final class AddressRace implements Opening {
    /**
     * How long to wait for the tries in flight before the next one starts; RFC 8305 section 8 recommends this value.
     */
    static final Duration HEAD_START = Duration.ofMillis(250);

    private final EventLoop loop;
    private final Transport transport;
    private final DialDeadline deadline;
    private final Consumer<End> done;
    private final Queue<InetSocketAddress> left;
    private final List<ConnectAttempt> running = new ArrayList<>(1);
    private @Nullable Future<?> headStart;

    /** @param addresses already checked; at least one */
    AddressRace(
            EventLoop loop,
            Transport transport,
            List<InetSocketAddress> addresses,
            DialDeadline deadline,
            Consumer<End> done) {
        this.loop = loop;
        this.transport = transport;
        this.left = new ArrayDeque<>(addresses);
        this.deadline = deadline;
        this.done = done;
    }

    @Override
    public void start() {
        headStart = null;
        InetSocketAddress address = left.remove();
        ConnectAttempt one = new ConnectAttempt();
        running.add(one);
        if (!left.isEmpty()) {
            headStart = loop.schedule(this::start, HEAD_START.toNanos(), TimeUnit.NANOSECONDS);
        }
        one.open(loop, transport, address, deadline.millisLeft(), end -> heard(one, address, end));
    }

    @Override
    public void abandon() {
        left.clear();
        stopWaiting();
        running.forEach(ConnectAttempt::abandon);
        running.clear();
    }

    private void heard(ConnectAttempt one, InetSocketAddress address, ConnectAttempt.End end) {
        running.remove(one);
        switch (end) {
            case ConnectAttempt.Done _ -> {
                abandon();
                done.accept(new Won(one, address));
            }
            case ConnectAttempt.Broke _
            when !left.isEmpty() -> {
                stopWaiting();
                start();
            }
            case ConnectAttempt.Broke(Throwable cause) -> {
                if (running.isEmpty()) {
                    done.accept(new Lost(cause, address));
                }
            }
        }
    }

    private void stopWaiting() {
        Future<?> timer = headStart;
        headStart = null;
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
