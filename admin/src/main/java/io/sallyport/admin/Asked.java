package io.sallyport.admin;

import java.net.InetSocketAddress;
import java.util.concurrent.Executor;

/**
 * What came and from where, for the record.
 *
 * @param path without the query
 * @param startNanos when its head was read
 * @param loop where its answer is written
 */
record Asked(String method, String path, InetSocketAddress peer, long startNanos, Executor loop) {}
