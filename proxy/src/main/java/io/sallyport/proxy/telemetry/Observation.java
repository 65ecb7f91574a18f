package io.sallyport.proxy.telemetry;

/**
 * Who observes the proxy.
 *
 * @param meter counts what it does
 * @param tracing traces its requests
 */
public record Observation(ProxyMeter meter, RequestTracing tracing) {
    /** Returns one whose counts nobody reads, and that traces nothing. */
    public static Observation none() {
        return new Observation(ProxyMeter.unread(), RequestTracing.OFF);
    }
}
