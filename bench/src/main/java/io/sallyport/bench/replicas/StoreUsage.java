package io.sallyport.bench.replicas;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a Redis on loopback has used, as it says itself. Used by one thread. */
final class StoreUsage implements AutoCloseable {
    private static final Pattern CPU = Pattern.compile("used_cpu_(?:sys|user):([\\d.]+)");
    private static final Pattern MEMORY = Pattern.compile("used_memory:(\\d+)");
    private static final int PINGS = 2_000;

    private final Socket socket;

    StoreUsage(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
    }

    /** Returns microseconds of CPU since it started. */
    double cpuMicros() throws IOException {
        Matcher found = CPU.matcher(ask("INFO cpu"));
        double seconds = 0;
        while (found.find()) {
            seconds += Double.parseDouble(found.group(1));
        }
        return seconds * 1e6;
    }

    /** Returns the bytes that it has allocated. */
    long memory() throws IOException {
        Matcher found = MEMORY.matcher(ask("INFO memory"));
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }

    /** Returns half of the median time that a call and its answer take, in microseconds. */
    double oneWayMicros() throws IOException {
        double[] nanos = new double[PINGS];
        for (int i = 0; i < PINGS; i++) {
            long start = System.nanoTime();
            ask("PING");
            nanos[i] = System.nanoTime() - start;
        }
        return Medians.of(nanos) / 2_000;
    }

    private String ask(String command) throws IOException {
        socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
        var answer = new StringBuilder();
        byte[] some = new byte[16_384];
        do {
            int read = socket.getInputStream().read(some);
            if (read < 0) {
                throw new IOException("the store closed the connection");
            }
            answer.append(new String(some, 0, read, StandardCharsets.US_ASCII));
        } while (!isWhole(answer));
        return answer.toString();
    }

    /** A simple string ends with its line, a bulk string has its length in front. */
    private static boolean isWhole(StringBuilder answer) {
        int line = answer.indexOf("\r\n");
        if (line < 0 || answer.charAt(0) != '$') {
            return line >= 0;
        }
        return answer.length() >= line + 4 + Integer.parseInt(answer.substring(1, line));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
