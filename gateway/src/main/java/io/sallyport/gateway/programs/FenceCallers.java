package io.sallyport.gateway.programs;

import io.sallyport.model.program.ObservedProgram;
import io.sallyport.proxy.identity.Callers;
import io.sallyport.proxy.identity.LookupThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who comes from a fence: whoever does is the sandbox, and the kernel says which program. Safe for concurrent use; the
 * kernel's files are read on a thread of its own, which ends when it is idle.
 */
public final class FenceCallers implements Callers {
    /** How long a connection waits at most; a large executable takes a second to read. */
    private static final long MAX_WAIT_MILLIS = 2000;

    private static final Logger LOG = LoggerFactory.getLogger(FenceCallers.class);

    private final ProgramLookup lookup;
    private final Executor thread;

    /** @param process outside, one of whose descendants is the first process of the fence */
    public FenceCallers(long process) {
        this.lookup = new ProgramLookup(new NetworkMembers(process), new ExecutableDigests());
        this.thread = LookupThread.named("fence-programs");
    }

    @Override
    public CompletionStage<Boolean> mayCome(InetSocketAddress listener, InetSocketAddress caller) {
        return CompletableFuture.completedStage(true);
    }

    @Override
    public CompletionStage<Optional<ObservedProgram>> program(InetSocketAddress asked, InetSocketAddress caller) {
        try {
            return CompletableFuture.supplyAsync(() -> find(asked, caller), thread)
                    .completeOnTimeout(Optional.empty(), MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException _) {
            return CompletableFuture.completedStage(Optional.empty());
        }
    }

    /** Looks up the caller's socket, so the caller's end is the local one. */
    private Optional<ObservedProgram> find(InetSocketAddress asked, InetSocketAddress caller) {
        try {
            return lookup.find(caller, asked);
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("it cannot be seen which program comes from {}: {}", caller, e.toString());
            return Optional.empty();
        }
    }
}
