package io.sallyport.web;

import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * The state that all connections of one listener share. Confined to its event loop except where noted.
 *
 * @param writers threads for streamed answers, which block on their peer
 */
record WebParts(
        WebLimits limits,
        Endpoint endpoint,
        LongSupplier nanoClock,
        Connections connections,
        Bodies bodies,
        Executor writers) {}
