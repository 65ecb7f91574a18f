package io.sallyport.auditexport.sink;

import io.netty.channel.EventLoop;
import io.sallyport.egress.Dialer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** The sinks of one log. Safe for concurrent use. */
public final class AuditSinks implements AutoCloseable {
    private final List<AuditSink> sinks;

    private AuditSinks(List<AuditSink> sinks) {
        this.sinks = List.copyOf(sinks);
    }

    /**
     * What sinks are made with.
     *
     * @param dialer opens connections to receivers; the caller closes it after the sinks
     * @param loops gives the event loop of the next connection
     * @param out where sinks print to
     * @param clock compared with the times of records
     * @param nanoClock elapsed nanoseconds
     * @param random for the pauses between retries
     */
    public record Parts(
            Dialer dialer,
            Supplier<EventLoop> loops,
            PrintStream out,
            InstantSource clock,
            LongSupplier nanoClock,
            RandomGenerator random) {}

    /**
     * Begins to deliver what the log holds behind the positions of the sinks.
     *
     * @param log the file that the log is written to
     * @param folder where positions are kept; made if it is not there
     * @throws IOException if the folder cannot be made
     */
    public static AuditSinks start(List<SinkPlan> plans, Path log, Path folder, Parts parts) throws IOException {
        if (!plans.isEmpty()) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        List<AuditSink> sinks = plans.stream()
                .map(plan -> new AuditSink(
                        plan.settings(),
                        log,
                        folder.resolve(plan.settings().name() + ".position"),
                        receiver(plan.target(), parts),
                        parts.clock(),
                        parts.random()))
                .toList();
        sinks.forEach(AuditSink::start);
        return new AuditSinks(sinks);
    }

    private static RecordReceiver receiver(SinkTarget target, Parts parts) {
        return switch (target) {
            case HttpSettings http -> new HttpReceiver(http, parts.dialer(), parts.loops(), parts.nanoClock());
            case SyslogSettings syslog ->
                syslog.transport() == SyslogTransport.UDP
                        ? new SyslogDatagrams(syslog)
                        : new SyslogReceiver(syslog, parts.dialer(), parts.loops());
            case PrintedSettings printed -> new PrintedReceiver(printed.form(), parts.out());
        };
    }

    /** The log was written to. Returns at once. */
    public void written() {
        sinks.forEach(AuditSink::written);
    }

    /** Returns what each has done, in the order of the configuration. */
    public List<SinkState> states() {
        return sinks.stream().map(AuditSink::state).toList();
    }

    /** Ends the deliveries, after the log was closed; what still waits is delivered after the next start. */
    @Override
    public void close() {
        sinks.forEach(AuditSink::close);
    }
}
