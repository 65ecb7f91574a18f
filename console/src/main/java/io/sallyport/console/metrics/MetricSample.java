package io.sallyport.console.metrics;

/**
 * One value of a metric.
 *
 * @param labels as Prometheus' text format writes them; empty for none
 * @param value as it is written there
 */
public record MetricSample(String name, String labels, String value) {}
