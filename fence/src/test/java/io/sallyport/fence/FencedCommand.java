package io.sallyport.fence;

import io.netty.buffer.ByteBuf;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A command in a fence, started as the gateway would, by any user, without what is listened at. */
final class FencedCommand implements AutoCloseable {
    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin");

    private final Path folder;
    private final Process process;
    private final SocketChannel channel;

    private FencedCommand(Path folder, Process process, SocketChannel channel) {
        this.folder = folder;
        this.process = process;
        this.channel = channel;
    }

    /**
     * Starts {@code command}, whose output goes to a file.
     *
     * @param folder for its files
     */
    static FencedCommand start(Path folder, TestUser user, String... command) throws IOException {
        Redirect out = Redirect.to(folder.resolve("out").toFile());
        return start(folder, user.words(), List.of(command), out);
    }

    /** Starts {@code command} by the words of another program, which has the streams of the process. */
    static FencedCommand start(Path folder, List<String> before, List<String> command, Redirect out)
            throws IOException {
        List<String> words = new ArrayList<>(before);
        openTo(folder);
        Path program = program(folder);
        Path socket = folder.resolve("socket");
        words.addAll(List.of(program.toString(), socket.toString(), "tcp/0.0.0.0:443", "tcp/127.0.0.1:0"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rwxrwxrwx"));
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(out)
                    .start();
            CompletableFuture<Void> ended = process.onExit().thenRun(() -> wake(socket));
            SocketChannel channel = server.accept();
            if (ended.isDone()) {
                RequireTool.absent("a fence: " + Files.readString(folder.resolve("socket.failed")));
            }
            send(channel, TaskMessage.of(List.of()));
            send(channel, TaskMessage.of(command, ENVIRONMENT));
            return new FencedCommand(folder, process, channel);
        }
    }

    private static Path program(Path folder) throws IOException {
        Path program = FenceProgram.extract(Files.createDirectory(folder.resolve("program")));
        if (program == null) {
            throw new IOException("there is no program for this machine");
        }
        openTo(folder.resolve("program"));
        return program;
    }

    private static void openTo(Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    /** Connects in the place of a program that ended, so that nobody waits for it. */
    private static void wake(Path socket) {
        try {
            SocketChannel.open(UnixDomainSocketAddress.of(socket)).close();
        } catch (IOException _) {
            // the program had connected, and nobody listens any more
            return;
        }
    }

    private static void send(SocketChannel channel, ByteBuf message) throws IOException {
        try {
            ByteBuffer bytes = message.nioBuffer();
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } finally {
            message.release();
        }
    }

    /** Waits for the exit code. */
    int await() throws InterruptedException {
        return process.waitFor();
    }

    /** Returns what it wrote. */
    String output() throws IOException {
        return Files.readString(folder.resolve("out"));
    }

    /** Returns why it was not started. */
    String failure() throws IOException {
        return Files.readString(folder.resolve("socket.failed"));
    }

    Process process() {
        return process;
    }

    /** Goes away as a gateway does that is killed. */
    void abandon() throws IOException {
        channel.close();
    }

    @Override
    public void close() throws IOException {
        channel.close();
        process.destroyForcibly();
    }
}
