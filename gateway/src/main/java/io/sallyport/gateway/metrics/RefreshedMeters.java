package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.binder.MeterBinder;

/** Meters of which some have rows that come and go, as one for each sandbox. */
interface RefreshedMeters extends MeterBinder {
    /** Brings rows up to now. Called by one thread at a time. */
    void refresh();
}
