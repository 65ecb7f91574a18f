package io.sallyport.auditexport.sink;

import io.netty.channel.EventLoop;
import io.sallyport.auditexport.form.SyslogFrame;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.Target;
import io.sallyport.egress.TargetProtocol;
import io.sallyport.model.SandboxId;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends batches to a receiver of syslog over TCP or TLS, on one connection that it keeps. Syslog acknowledges nothing:
 * a batch counts as delivered once the kernel has it, and what the kernel had is lost if the receiver dies. Confined to
 * the thread of its sink.
 */
public final class SyslogReceiver implements RecordReceiver {
    private static final SandboxId SHARE = new SandboxId("audit-sinks");
    private static final int TLS_PORT = 6514;

    private final SyslogSettings settings;
    private final Dialer dialer;
    private final Supplier<EventLoop> loops;
    private final Target target;
    private @Nullable StreamConnection kept;

    /** @param loops gives the event loop of the next connection */
    public SyslogReceiver(SyslogSettings settings, Dialer dialer, Supplier<EventLoop> loops) {
        this.settings = settings;
        this.dialer = dialer;
        this.loops = loops;
        target = new Target(
                SHARE,
                settings.at().host(),
                settings.at().portOr(TLS_PORT),
                settings.transport() == SyslogTransport.TLS ? TargetProtocol.TLS : TargetProtocol.PLAIN,
                settings.addresses());
    }

    @Override
    public SinkDelivery send(List<byte[]> lines) {
        StreamConnection connection = connection();
        if (connection == null) {
            return new SinkDelivery.Failed("the receiver was not reached");
        }
        if (connection.write(
                SyslogFrame.of(lines, settings.form()), settings.timeLimit().toNanos())) {
            return new SinkDelivery.Delivered();
        }
        close();
        return new SinkDelivery.Failed("the receiver did not take the records in time, or closed the connection");
    }

    private @Nullable StreamConnection connection() {
        StreamConnection last = kept;
        if (last == null || !last.isOpen()) {
            close();
            kept = StreamConnection.open(
                    dialer, target, loops.get(), settings.timeLimit().toNanos());
        }
        return kept;
    }

    @Override
    public void close() {
        StreamConnection last = kept;
        kept = null;
        if (last != null) {
            last.close();
        }
    }
}
