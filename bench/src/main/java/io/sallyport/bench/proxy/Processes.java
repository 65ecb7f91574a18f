package io.sallyport.bench.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Starts and ends the measured programs. */
final class Processes {
    private static final int TRIES = 200;
    private static final int PAUSE_MILLIS = 100;

    private Processes() {}

    /** Starts a program whose output goes to {@code log}. */
    static Process start(Path log, List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    /** Runs a program to its end. */
    static void run(Path log, List<String> command) throws IOException, InterruptedException {
        int code = start(log, command).waitFor();
        if (code != 0) {
            throw new IOException(command + " ended with " + code + ": " + Files.readString(log));
        }
    }

    /** Returns the path of {@code program}, from the PATH or Debian's directories for root; empty if not found. */
    static String find(String program) {
        String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/local/sbin";
        return Stream.of(path.split(":"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse("");
    }

    /** Returns a loopback address that was free just now. */
    static InetSocketAddress freeAddress() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
        }
    }

    /** Waits until {@code address} accepts connections. */
    static void await(Process process, InetSocketAddress address, Path log) throws IOException, InterruptedException {
        for (int i = 0; i < TRIES && process.isAlive(); i++) {
            try (var socket = new Socket()) {
                socket.connect(address);
                return;
            } catch (IOException notYet) {
                Thread.sleep(PAUSE_MILLIS);
            }
        }
        end(process);
        throw new IOException("it did not listen on " + address + ": " + Files.readString(log));
    }

    static void end(Process process) {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(15, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        children.forEach(ProcessHandle::destroy);
    }
}
