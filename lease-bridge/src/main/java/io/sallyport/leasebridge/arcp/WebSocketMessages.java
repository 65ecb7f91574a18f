package io.sallyport.leasebridge.arcp;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The text messages of one WebSocket (RFC 6455), complete and in order, for one consuming thread. Requests the next
 * message only after one was taken, so at most one waits.
 */
final class WebSocketMessages implements WebSocket.Listener {
    private final LinkedBlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
    private final StringBuilder parts = new StringBuilder();

    /** What was received. */
    sealed interface Heard {}

    record Text(String message) implements Heard {}

    /** No more messages will come. */
    record Closed(String why) implements Heard {}

    /** Waits at most {@code patience} for a message; returns null if none came. */
    @Nullable
    Heard take(Duration patience) throws InterruptedException {
        return heard.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
        if (parts.length() + data.length() > ArcpSubscriber.MAX_MESSAGE_CHARS) {
            heard.add(new Closed("a message is longer than " + ArcpSubscriber.MAX_MESSAGE_CHARS + " chars"));
            socket.abort();
            return null;
        }
        parts.append(data);
        if (last) {
            heard.add(new Text(parts.toString()));
            parts.setLength(0);
        } else {
            socket.request(1);
        }
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
        heard.add(new Closed("the runtime sent bytes"));
        socket.abort();
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
        heard.add(new Closed("the runtime closed the connection (" + status + ")"));
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable failure) {
        heard.add(new Closed("the connection broke: " + failure));
    }
}
