package io.sallyport.cli.run;

import io.sallyport.proxy.identity.Callers;
import io.sallyport.proxy.identity.LookupThread;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Admits only the processes of the gateway's own user, which could read the credentials in the command's environment
 * anyway. Safe for concurrent use; the kernel's tables are read on a separate thread, which ends when it is idle.
 */
final class SameUser implements Callers {
    private final SocketOwners owners;
    private final Executor thread;

    SameUser(SocketOwners owners) {
        this.owners = owners;
        this.thread = LookupThread.named("socket-owners");
    }

    static SameUser ofThisMachine() {
        return new SameUser(new SocketOwners(Path.of("/proc/self/net")));
    }

    @Override
    public CompletionStage<Boolean> mayCome(InetSocketAddress listener, InetSocketAddress caller) {
        try {
            return CompletableFuture.supplyAsync(() -> isOurs(listener, caller), thread);
        } catch (RejectedExecutionException _) {
            return CompletableFuture.completedStage(false);
        }
    }

    /** Looks up the caller's socket, so the caller's end is the local one. */
    private boolean isOurs(InetSocketAddress listener, InetSocketAddress caller) {
        try {
            OptionalLong user = owners.of(caller, listener);
            return user.isPresent() && user.getAsLong() == ourUser();
        } catch (IOException _) {
            return false;
        }
    }

    private static long ourUser() throws IOException {
        return ((Number) Files.getAttribute(Path.of("/proc/self"), "unix:uid")).longValue();
    }
}
