package io.sallyport.admin.health;

/** What is counted and measured; {@code gateway} fills it. Safe for concurrent use. */
@FunctionalInterface
public interface Metrics {
    /** All of it in Prometheus' text form, version 0.0.4. May take a while; called on a worker thread. */
    String scrape();
}
