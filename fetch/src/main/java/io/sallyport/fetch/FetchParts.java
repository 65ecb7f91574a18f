package io.sallyport.fetch;

import java.util.concurrent.ExecutorService;

/**
 * What all connections of one listener share.
 *
 * @param writers threads for archives, which wait for their peer
 */
record FetchParts(FetchLimits limits, FetchDoor door, FetchDesk desk, OpenConnections open, ExecutorService writers) {}
