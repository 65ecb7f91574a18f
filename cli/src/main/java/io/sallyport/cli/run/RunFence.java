package io.sallyport.cli.run;

import io.sallyport.fence.Fence;
import io.sallyport.fence.FenceOpening;
import io.sallyport.gateway.serve.FenceListeners;
import io.sallyport.gateway.serve.Gateway;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.ListenAddress;
import io.sallyport.proxy.listener.ListenerProtocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The fence of one run, if it has one; it opens while the gateway is prepared. The caller of {@link #begin} closes it,
 * which ends what runs inside. Confined to one thread.
 */
final class RunFence implements AutoCloseable {
    /** At these, connections to any address are captured: those of http and https. */
    static final Set<Integer> PORTS = Set.of(80, 443);

    /** Of those that grants name. Each takes two descriptors. */
    private static final int MAX_PORTS = 256;

    private final FenceMode mode;
    private final CompletableFuture<FenceOpening> opening;
    private volatile @Nullable FenceListeners inFence;

    private RunFence(FenceMode mode, CompletableFuture<FenceOpening> opening) {
        this.mode = mode;
        this.opening = opening;
    }

    /**
     * Begins to open it.
     *
     * @param folder of the run
     */
    static RunFence begin(FenceMode mode, Path folder) throws IOException {
        if (mode == FenceMode.OFF) {
            return new RunFence(mode, CompletableFuture.completedFuture(new FenceOpening.Refused("--fence=off")));
        }
        Path own = Files.createDirectory(folder.resolve("fence"));
        return new RunFence(
                mode,
                CompletableFuture.supplyAsync(
                        () -> Fence.open(own, PORTS),
                        task -> Thread.ofPlatform().start(task)));
    }

    /** @throws StartException if there is none, and the user insists on one */
    void requireAsAsked() throws StartException {
        if (mode == FenceMode.ON && opening.join() instanceof FenceOpening.Refused(var why)) {
            throw new StartException("--fence=on: there is no fence: " + why);
        }
    }

    /** Returns where clients connect, the run's own port first, so that they need no credentials. */
    List<ListenAddress> listeners(SandboxId id) {
        return switch (opening.join()) {
            case FenceOpening.Opened(var fence) -> {
                var made = new FenceListeners(id, fence.sockets());
                inFence = made;
                yield made.first();
            }
            case FenceOpening.Refused _ ->
                List.of(ListenAddress.own(
                        id,
                        ListenerProtocol.HTTP,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        SameUser.ofThisMachine()));
        };
    }

    /**
     * Captures connections to the ports that the sandbox's grants name as well, once {@link #listeners} were asked for.
     *
     * @throws IOException if the fence or the gateway cannot
     */
    void captureGranted(Gateway gateway, SandboxId id) throws IOException {
        FenceListeners made = inFence;
        if (made != null && opening.join() instanceof FenceOpening.Opened(var fence)) {
            gateway.listen(made.captured(fence.capture(bounded(gateway.grantedPorts(id)))));
        }
    }

    /** Returns as many of the ports as are captured. */
    static Set<Integer> bounded(Set<Integer> granted) {
        return granted.stream().sorted().limit(MAX_PORTS).collect(Collectors.toSet());
    }

    /** Returns what to tell the user before {@code command} starts, or null: all is well. */
    @Nullable
    String warning(String command) {
        if (!(opening.join() instanceof FenceOpening.Refused(var why))) {
            return null;
        }
        return "sallyport: proxy variables are no fence: without a network of its own, " + command
                + " could go round the proxy (docs/fence.md)"
                + (mode == FenceMode.AUTO ? "\nsallyport: there is no fence: " + why : "");
    }

    /**
     * Starts the command, inside if there is a fence.
     *
     * @param environment the whole of it
     * @throws IOException if it cannot be started; with a fence {@link Child#await} may say so later
     */
    Child start(List<String> command, Map<String, String> environment) throws IOException {
        return switch (opening.join()) {
            case FenceOpening.Opened(var fence) -> Child.inside(fence, command, environment);
            case FenceOpening.Refused _ -> Child.start(command, environment);
        };
    }

    @Override
    public void close() {
        if (opening.join() instanceof FenceOpening.Opened(var fence)) {
            fence.close();
        }
    }
}
