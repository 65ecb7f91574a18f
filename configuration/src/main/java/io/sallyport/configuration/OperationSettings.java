package io.sallyport.configuration;

import io.sallyport.shared.RecordSettings;
import io.sallyport.shared.SharedSettings;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the process of {@code serve} is monitored, stopped and logged. Immutable.
 *
 * @param health the listener for probes, or null for none
 * @param handoverWait how long to wait for the end of a gateway that uses the same state; zero for not at all
 * @param telemetry where metrics and traces go
 * @param shared where counters are shared with other gateways, or null
 * @param sandboxes how sandboxes are shared there, or null
 */
public record OperationSettings(
        @Nullable Health health,
        Drain drain,
        LogFormat logs,
        Duration handoverWait,
        TelemetrySettings telemetry,
        @Nullable SharedSettings shared,
        @Nullable RecordSettings sandboxes) {
    /**
     * A listener for probes, which need no token.
     *
     * @param metrics whether it also serves the metrics
     */
    public record Health(InetSocketAddress listen, boolean metrics) {}

    /**
     * The shutdown of the process.
     *
     * @param delay from "not ready" to the closing of the listeners; may be zero
     * @param timeout for running requests, which are then cut off
     * @param quiet how long a tunnel may be silent during shutdown before it is closed
     */
    public record Drain(Duration delay, Duration timeout, Duration quiet) {}

    /** The format of the program's own log. */
    public enum LogFormat {
        /** Lines for people. */
        TEXT,
        /** One JSON object per line. */
        JSON
    }
}
