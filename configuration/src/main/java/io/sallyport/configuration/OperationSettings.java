package io.sallyport.configuration;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the process of {@code serve} is watched, ended and listened to by what runs it. Immutable.
 *
 * @param health the listener for probes, or null: there is none
 * @param handoverWait for the end of a gateway that runs with the same state; zero: not at all
 */
public record OperationSettings(@Nullable Health health, Drain drain, LogFormat logs, Duration handoverWait) {
    /**
     * A listener for probes, which come without a token.
     *
     * @param metrics whether they may read the metrics too
     */
    public record Health(InetSocketAddress listen, boolean metrics) {}

    /**
     * The end of the process.
     *
     * @param delay from not ready to the end of the listeners; may be zero
     * @param timeout for what runs then, after which it is cut
     * @param quiet how long a tunnel may be silent then before it is closed
     */
    public record Drain(Duration delay, Duration timeout, Duration quiet) {}

    /** The form of the program's own log. */
    public enum LogFormat {
        /** Lines for people. */
        TEXT,
        /** A JSON object a line. */
        JSON
    }
}
