package io.sallyport.proxy.socks;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What holds for whatever a SOCKS client sends. */
final class SocksForms {
    private SocksForms() {}

    /** Asserts that the bytes have one reading, however they are split, and that an authority is one or is refused. */
    static void check(byte[] bytes) {
        List<Object> whole = read(List.of(bytes));
        List<byte[]> single = new ArrayList<>();
        for (byte one : bytes) {
            single.add(new byte[] {one});
        }
        assertThat(read(single)).isEqualTo(bytes.length == 0 ? List.of("") : whole);
        for (Object message : whole) {
            if (message instanceof SocksMessage.Request(SocksCommand _, String authority)
                    && CanonicalAuthority.parseConnect(authority) instanceof Parsed.Accepted(var read)) {
                assertThat(CanonicalAuthority.parseConnect(read.toString())).isEqualTo(new Parsed.Accepted<>(read));
            }
        }
    }

    /** Returns all messages in {@code pieces} up to the first that ends the conversation, and what was not taken. */
    static List<Object> read(List<byte[]> pieces) {
        var reader = new SocksReader();
        List<Object> all = new ArrayList<>();
        var left = new StringBuilder();
        boolean ended = false;
        for (byte[] piece : pieces) {
            ByteBuf in = Unpooled.wrappedBuffer(piece);
            while (in.isReadable() && !ended) {
                SocksMessage message = reader.read(in);
                if (!(message instanceof SocksMessage.Incomplete)) {
                    all.add(message);
                    ended = !goesOn(reader, message);
                }
            }
            left.append(in.toString(StandardCharsets.ISO_8859_1));
        }
        all.add(left.toString());
        return all;
    }

    private static boolean goesOn(SocksReader reader, SocksMessage message) {
        return switch (message) {
            case SocksMessage.Greeting(boolean _, boolean password) -> {
                if (password) {
                    reader.expectCredentials();
                } else {
                    reader.expectRequest();
                }
                yield true;
            }
            case SocksMessage.Credentials _ -> {
                reader.expectRequest();
                yield true;
            }
            case SocksMessage.Incomplete _, SocksMessage.Request _, SocksMessage.Foreign _, SocksMessage.Malformed _ ->
                false;
        };
    }
}
