package io.sallyport.credentials;

import java.time.InstantSource;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * What sources read by. Safe for concurrent use.
 *
 * @param clock tells whether an end has passed
 * @param nanos elapsed time, for time limits
 * @param environment the environment of this process
 * @param http for sources on the network
 */
public record SourceContext(
        InstantSource clock, LongSupplier nanos, Map<String, String> environment, OutwardHttp http) {
    public SourceContext {
        environment = Map.copyOf(environment);
    }

    /** Without the environment, which may hold secrets. */
    @Override
    public String toString() {
        return "SourceContext";
    }
}
