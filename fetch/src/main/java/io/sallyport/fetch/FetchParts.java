package io.sallyport.fetch;

import java.util.concurrent.ExecutorService;

/**
 * What all connections of one listener share.
 *
 * @param writers threads for what is streamed, which wait for their peer
 */
record FetchParts(
        FetchLimits limits, ListenerDoor door, FetchDesk desk, OpenConnections open, ExecutorService writers) {}
