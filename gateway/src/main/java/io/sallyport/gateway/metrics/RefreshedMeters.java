package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.binder.MeterBinder;

/** Meters with rows that come and go, such as one per sandbox. */
public interface RefreshedMeters extends MeterBinder {
    /** Updates the rows. Called by one thread at a time. */
    void refresh();
}
