package io.sallyport.bench.proxy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A client that floods over one connection of HTTP/2 after the other, and reads nothing. What it sends was made before,
 * so that it costs this machine little. Run by one thread; the counts are for who joined it.
 */
final class FloodingClient implements Runnable {
    private static final int MAX_ROUNDS = 200;
    private static final int MAX_MADE_BYTES = 8 << 20;
    private static final int PAUSE_MILLIS = 20;

    private final ContenderAccess door;
    private final byte[] opening;
    private final List<byte[]> rounds = new ArrayList<>();
    private long until;
    private int connections;
    private long bytes;

    FloodingClient(ContenderAccess door, Http2Flood flood) {
        this.door = door;
        opening = flood.opening(door);
        int made = 0;
        while (rounds.size() < MAX_ROUNDS && made < MAX_MADE_BYTES) {
            byte[] round = flood.round(door, rounds.size());
            rounds.add(round);
            made += round.length;
        }
    }

    /** Floods on a thread of its own until that {@link System#nanoTime}. */
    Thread start(long end) {
        until = end;
        return Thread.ofPlatform().start(this);
    }

    int connections() {
        return connections;
    }

    long bytes() {
        return bytes;
    }

    @Override
    public void run() {
        while (System.nanoTime() < until) {
            try (var connection = new SoakConnection(door.proxy())) {
                connections++;
                flood(connection);
            } catch (IOException ended) {
                // the gateway has ended this connection, which is what is measured
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void flood(SoakConnection connection) throws IOException, InterruptedException {
        if (connection.connect(door.connect()) != 200) {
            Thread.sleep(PAUSE_MILLIS);
            return;
        }
        connection.secure(door.host(), "h2");
        send(connection, opening);
        boolean stands = rounds.getFirst().length == 0;
        for (int i = 0; System.nanoTime() < until && (stands || i < rounds.size()); i++) {
            if (stands) {
                Thread.sleep(PAUSE_MILLIS);
            } else {
                send(connection, rounds.get(i));
            }
        }
    }

    private void send(SoakConnection connection, byte[] frames) throws IOException {
        connection.send(frames);
        bytes += frames.length;
    }
}
