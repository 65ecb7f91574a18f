package io.sallyport.apiservers;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletionStage;

/** Asks a server for its health. Safe for concurrent use. */
@FunctionalInterface
public interface HealthProbe {
    /** The answer, in bounded time and never exceptionally; returns at once. */
    CompletionStage<HealthAnswer> probe(InetSocketAddress server);
}
