package io.sallyport.admin.health;

/** The metrics of the gateway, which implements this. Safe for concurrent use. */
@FunctionalInterface
public interface Metrics {
    /** Returns all metrics in that form. May take a while; called on a worker thread. */
    String scrape(MetricsFormat format);
}
