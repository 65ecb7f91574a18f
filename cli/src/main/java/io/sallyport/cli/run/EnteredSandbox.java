package io.sallyport.cli.run;

import io.sallyport.admin.proxy.ProxyVariables;
import io.sallyport.cli.command.TemporaryFolder;
import io.sallyport.client.ClientFiles;
import io.sallyport.client.ClientVariables;
import io.sallyport.fence.EntryAnswer;
import io.sallyport.fence.EntryClient;
import io.sallyport.fence.Fence;
import io.sallyport.fence.FenceOpening;
import io.sallyport.gateway.serve.Service;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxId;
import io.sallyport.transport.ReceivedSocket;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Runs one command in a fence of its own, whose sockets a running gateway listens at for one of its sandboxes. Confined
 * to one thread, except for {@link #end}.
 */
public final class EnteredSandbox {
    private final Path socket;
    private final SandboxId id;
    private final PrintWriter err;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable Child child;

    /** @param socket at which the gateway takes the sockets of fences */
    public EnteredSandbox(Path socket, SandboxId id, PrintWriter err) {
        this.socket = socket;
        this.id = id;
        this.err = err;
    }

    /**
     * Returns the command's exit code. When the sandbox or the gateway ends first, the command is ended.
     *
     * @param caPem the sandbox's CA
     * @throws StartException if the command cannot be started, or the gateway does not let it enter
     */
    public int run(String caPem, List<String> command) throws StartException, InterruptedException {
        try (var folder = TemporaryFolder.create("sallyport-enter", err);
                Fence fence = open(Files.createDirectory(folder.path().resolve("fence")));
                EntryClient gateway = EntryClient.connect(socket)) {
            List<ReceivedSocket> captured = fence.capture(RunFence.bounded(known(gateway.enter(id.text()))));
            requireListening(gateway.pass(fence.sockets().with(captured)));
            Child started =
                    Child.inside(fence, command, Child.environment(variables(fence, folder.path(), caPem), Set.of()));
            child = started;
            gateway.ended().thenRun(() -> Thread.ofPlatform().start(this::sandboxEnded));
            if (ended.get()) {
                started.end();
            }
            int code = started.await(_ -> {});
            ended.set(true);
            return code;
        } catch (IOException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        } finally {
            err.flush();
        }
    }

    private static Fence open(Path folder) throws StartException {
        return switch (Fence.open(folder, RunFence.PORTS)) {
            case FenceOpening.Opened(var fence) -> fence;
            case FenceOpening.Refused(var why) -> throw new StartException("there is no fence: " + why);
        };
    }

    private static Set<Integer> known(EntryAnswer answer) throws StartException {
        return switch (answer) {
            case EntryAnswer.Known(var ports) -> ports;
            case EntryAnswer.Refused(var why) -> throw new StartException(why);
            case EntryAnswer.Listening _ -> throw new IllegalStateException("the gateway listens at nothing yet");
        };
    }

    private static void requireListening(EntryAnswer answer) throws StartException {
        switch (answer) {
            case EntryAnswer.Listening _ -> {
                return;
            }
            case EntryAnswer.Refused(var why) -> throw new StartException(why);
            case EntryAnswer.Known _ -> throw new IllegalStateException("the gateway answered twice");
        }
    }

    private static Map<String, String> variables(Fence fence, Path folder, String caPem) throws IOException {
        String proxy = Service.url(fence.sockets().proxy().address());
        ClientFiles files = ClientFiles.write(folder.resolve("run"), caPem, List.of(), false);
        return ClientVariables.of(ProxyVariables.withoutCredentials(proxy), files);
    }

    private void sandboxEnded() {
        if (ended.compareAndSet(false, true)) {
            err.println("sallyport: the sandbox " + id + " has ended, or its gateway: the command is ended");
            err.flush();
            endChild();
        }
    }

    /** Ends the command, or keeps it from starting. May block. */
    public void end() {
        ended.set(true);
        endChild();
    }

    private void endChild() {
        Child running = child;
        if (running != null) {
            running.end();
        }
    }
}
