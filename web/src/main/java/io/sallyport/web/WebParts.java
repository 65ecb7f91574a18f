package io.sallyport.web;

import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * What all connections of one listener share. Confined to its event loop but for what says otherwise.
 *
 * @param writers threads for what is streamed, which wait for their peer
 */
record WebParts(
        WebLimits limits,
        Endpoint endpoint,
        LongSupplier nanoClock,
        Connections connections,
        Bodies bodies,
        Executor writers) {}
