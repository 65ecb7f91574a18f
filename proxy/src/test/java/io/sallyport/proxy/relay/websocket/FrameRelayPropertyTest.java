package io.sallyport.proxy.relay.websocket;

import io.sallyport.proxy.support.Frames;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Frames have one reading, however they are split and whatever is wrong with them. */
class FrameRelayPropertyTest {
    private static final int CASES = 3_000;
    private static final List<String> PIECES = List.of(
            Frames.ofServer(Frames.TEXT, Frames.utf8("grüß")),
            Frames.ofClient(Frames.TEXT, Frames.utf8("€")),
            Frames.ofServer(Frames.BINARY, "x".repeat(130)),
            Frames.ofClient(Frames.BINARY, "x".repeat(130)),
            Frames.ofClient(0x01, 1, "\u00e2"),
            Frames.ofClient(0x80, 2, "\u0082\u00ac"),
            Frames.ofClient(0x00, 0, ""),
            Frames.ofServer(Frames.PING, "p"),
            Frames.ofClient(Frames.PONG, ""),
            Frames.closeOfServer(1000, "done"),
            Frames.closeOfClient(3000, Frames.utf8("ä")));

    @Test
    void randomSequencesHaveOneReading() {
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            StringBuilder frames = new StringBuilder();
            for (int i = random.nextInt(6); i >= 0; i--) {
                frames.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            byte[] bytes = frames.toString().getBytes(StandardCharsets.ISO_8859_1);
            if (random.nextBoolean()) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            FrameForms.check(bytes);
        }
    }
}
