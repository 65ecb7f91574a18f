package io.sallyport.fence;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.sallyport.transport.ReceivedSocket;
import io.sallyport.transport.Transport;
import io.sallyport.transport.UnixAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A user, network, process, mount and IPC namespace in which a command is about to run, and from which nothing leads
 * out but {@link #sockets} (namespaces(7)). It needs no root. The command keeps no capability and has the user's own
 * ids; its processes end with it, and all of them with this process. Safe for concurrent use.
 */
public final class Fence implements AutoCloseable {
    /** A healthy program takes some milliseconds. */
    private static final int MAX_SECONDS = 10;

    private final EventLoopGroup loop;
    private final Process process;
    private final SocketReceiver receiver;
    private final Channel channel;
    private final FenceSockets sockets;
    private final Path failure;

    private Fence(
            EventLoopGroup loop,
            Process process,
            SocketReceiver receiver,
            SocketReceiver.Received received,
            Path failure) {
        this.loop = loop;
        this.process = process;
        this.receiver = receiver;
        this.channel = received.channel();
        this.sockets = FenceSockets.of(process.pid(), received.streams(), received.datagrams());
        this.failure = failure;
    }

    /**
     * Opens a fence. The command is not running yet. Blocks for some milliseconds, at most ten seconds.
     *
     * @param folder for the program and its socket; empty, and for no other user to enter
     * @param ports of TCP at which connections to any address are accepted
     */
    public static FenceOpening open(Path folder, Set<Integer> ports) {
        Path socket = folder.resolve("socket");
        if (Transport.best() != Transport.EPOLL) {
            return new FenceOpening.Refused("it needs Linux, and Netty's epoll");
        }
        if (!UnixAddress.fits(socket)) {
            return new FenceOpening.Refused(folder + ": too long for the path of a Unix socket");
        }
        EventLoopGroup loop = Transport.EPOLL.newLoops(1, "fence");
        FenceOpening opening = open(folder, socket, ports, loop);
        if (opening instanceof FenceOpening.Refused) {
            end(loop);
        }
        return opening;
    }

    private static FenceOpening open(Path folder, Path socket, Set<Integer> ports, EventLoopGroup loop) {
        try {
            Path program = FenceProgram.extract(folder);
            if (program == null) {
                return new FenceOpening.Refused("there is no program for " + System.getProperty("os.arch"));
            }
            var receiver = new SocketReceiver();
            FenceSocket.listen(loop, socket, receiver);
            Process process = start(program, socket, ports);
            Path failure = socket.resolveSibling("socket.failed");
            return switch (await(receiver.next(), process, failure)) {
                case Awaited.Arrived(var received) ->
                    new FenceOpening.Opened(new Fence(loop, process, receiver, received, failure));
                case Awaited.Missing(var why) -> new FenceOpening.Refused(why);
            };
        } catch (IOException e) {
            return new FenceOpening.Refused(folder + ": " + e.getMessage());
        }
    }

    /** It inherits the streams, for the command, and no variables. */
    private static Process start(Path program, Path socket, Set<Integer> ports) throws IOException {
        List<String> words = new ArrayList<>(List.of(program.toString(), socket.toString()));
        words.addAll(FenceSockets.words(ports));
        ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
        builder.environment().clear();
        return builder.start();
    }

    /** Whether the program passed what it was asked for. */
    private sealed interface Awaited {
        record Arrived(SocketReceiver.Received received) implements Awaited {}

        record Missing(String why) implements Awaited {}
    }

    private static Awaited await(CompletableFuture<SocketReceiver.Received> next, Process process, Path failure) {
        try {
            CompletableFuture.anyOf(next, process.onExit()).get(MAX_SECONDS, TimeUnit.SECONDS);
            SocketReceiver.Received received = next.getNow(null);
            if (received != null) {
                return new Awaited.Arrived(received);
            }
            String why = text(failure);
            return new Awaited.Missing(why == null ? "its program ended: " + process.exitValue() : why);
        } catch (ExecutionException | TimeoutException _) {
            process.destroyForcibly();
            return new Awaited.Missing("its program does not answer");
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return new Awaited.Missing("the start was ended");
        }
    }

    /** Returns what is open inside. */
    public FenceSockets sockets() {
        return sockets;
    }

    /**
     * Has connections to further ports captured, as those to {@link FenceSockets#transparent}. Call once, before {@link
     * #start}; the caller listens at the sockets or closes them.
     *
     * @param ports those that cannot be captured, such as that of the proxy, are left out
     * @throws IOException if they cannot be opened
     */
    public List<ReceivedSocket> capture(Set<Integer> ports) throws IOException {
        CompletableFuture<SocketReceiver.Received> next = receiver.next();
        List<String> words =
                FenceSockets.ofPorts(ports.stream().filter(sockets::isFree).collect(Collectors.toSet()));
        channel.writeAndFlush(TaskMessage.of(words)).awaitUninterruptibly();
        return switch (await(next, process, failure)) {
            case Awaited.Arrived(var received) -> received.streams();
            case Awaited.Missing(var why) -> throw new IOException("the fence: " + why);
        };
    }

    /**
     * Runs {@code command} inside, once, after {@link #capture}, with this process's streams. Its exit code is that of
     * the process returned; SIGTERM to that reaches every process inside, and its end ends them.
     *
     * @param environment the whole of it
     */
    public Process start(List<String> command, Map<String, String> environment) {
        channel.writeAndFlush(TaskMessage.of(command, environment)).awaitUninterruptibly();
        return process;
    }

    /** Returns why an ended process did not start the command; null if it did. */
    public @Nullable String failure() {
        return text(failure);
    }

    private static @Nullable String text(Path failure) {
        try {
            return Files.readString(failure);
        } catch (IOException _) {
            return null;
        }
    }

    /** Ends what runs inside, and closes what nobody listens at. */
    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
        process.destroyForcibly();
        sockets.close();
        end(loop);
    }

    private static void end(EventLoopGroup loop) {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
