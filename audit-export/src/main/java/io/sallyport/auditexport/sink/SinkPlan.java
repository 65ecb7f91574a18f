package io.sallyport.auditexport.sink;

/** A sink as the operator wants it. Immutable. */
public record SinkPlan(SinkSettings settings, SinkTarget target) {}
