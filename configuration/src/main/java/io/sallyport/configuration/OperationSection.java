package io.sallyport.configuration;

import io.sallyport.configuration.OperationSettings.Drain;
import io.sallyport.configuration.OperationSettings.Health;
import io.sallyport.configuration.OperationSettings.LogFormat;
import io.sallyport.configuration.key.Faults;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code health}, {@code drain}, {@code log} and {@code handover}, and what {@link TelemetrySection} reads. */
final class OperationSection {
    private static final Duration HANDOVER_WAIT = Duration.ofMinutes(1);

    private static final Keys HEALTH = new Keys("health");
    private static final Key<InetSocketAddress> LISTEN = HEALTH.optional(
            "listen",
            Forms.ADDRESS,
            "no such listener",
            "Where `/healthz` and `/readyz` answer without a token ([deploy](deploy.md)).");
    private static final Key<Boolean> METRICS =
            HEALTH.value("metrics", Form.TRUTH, false, "Whether `/metrics` answers there too.");

    private static final Keys DRAIN = new Keys("drain");
    private static final Key<Duration> DELAY = DRAIN.value(
            "delay",
            Forms.ZERO_OR_MORE,
            Duration.ZERO,
            "How long the gateway is not ready and still serves after SIGTERM.");
    private static final Key<Duration> TIMEOUT = DRAIN.value(
            "timeout",
            Form.DURATION,
            Duration.ofSeconds(10),
            "How long what runs may go on after that; nothing new begins.");
    private static final Key<Duration> QUIET = DRAIN.value(
            "quiet", Form.DURATION, Duration.ofSeconds(1), "How long a tunnel may be silent then before it is closed.");

    private static final Keys LOG = new Keys("log");
    private static final Key<LogFormat> FORMAT = LOG.value(
            "format",
            Form.words(Forms.two("text", LogFormat.TEXT, "json", LogFormat.JSON)),
            LogFormat.TEXT,
            "The form of the program's own log on standard error.");

    private static final Keys HANDOVER = new Keys("handover");
    private static final Key<Duration> WAIT = HANDOVER.value(
            "wait",
            Forms.ZERO_OR_MORE,
            HANDOVER_WAIT,
            "How long to wait for the gateway that runs with the same state; `0s`: not at all ([deploy](deploy.md)).");

    private OperationSection() {}

    static List<Keys> keys() {
        return List.of(HEALTH, DRAIN, LOG, HANDOVER);
    }

    static OperationSettings read(Section top, Path folder) {
        Section log = top.section("log");
        LogFormat format = log.read(FORMAT);
        log.end();
        SharedSection.Read shared = SharedSection.read(top.section("shared"), folder);
        return new OperationSettings(
                health(top.section("health"), top.faults()),
                drain(top.section("drain")),
                format,
                handoverWait(top.section("handover")),
                TelemetrySection.read(top, folder),
                shared.store(),
                shared.sandboxes());
    }

    private static @Nullable Health health(Section section, Faults faults) {
        boolean metrics = section.read(METRICS);
        InetSocketAddress listen = section.find(LISTEN);
        section.end();
        if (listen == null && section.has(METRICS)) {
            faults.add(section.place("metrics")
                    .error("health.metrics: there is no health.listen where they could be read"));
        }
        return listen == null ? null : new Health(listen, metrics);
    }

    private static Drain drain(Section section) {
        var drain = new Drain(section.read(DELAY), section.read(TIMEOUT), section.read(QUIET));
        section.end();
        return drain;
    }

    private static Duration handoverWait(Section section) {
        Duration wait = section.read(WAIT);
        section.end();
        return wait;
    }
}
