package io.sallyport.bench.proxy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** What a hostile client of HTTP/2 sends: an opening once, then rounds without end. */
enum Http2Flood {
    /** Nobody floods. */
    NONE("none"),
    SETTINGS("SETTINGS, answers unread"),
    PING("PING, answers unread"),
    PRIORITY("PRIORITY of ever new streams"),
    WINDOW_UPDATE("WINDOW_UPDATE by one byte"),
    UNKNOWN("frames of an unknown type"),
    EMPTY_DATA("DATA without content"),
    RAPID_RESET("HEADERS, each reset at once"),
    CONTINUATION("CONTINUATION without content"),
    LONG_CONTINUATION("a field section without end"),
    LARGE_FIELDS("requests with 60 KiB of fields"),
    TABLE("fields that fill the compression table anew"),
    HALF_OPEN("100 bodies that do not come"),
    SMALL_WINDOW("100 answers of 256 MiB through windows of one byte");

    private static final int HEADERS = 1;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int FRAME = 16_384;
    private static final int EACH = 100;
    private static final int FEW = 4;

    private final String title;

    Http2Flood(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** The preface, SETTINGS, and what the rounds need. */
    byte[] opening(ContenderAccess door) {
        ByteBuf out = Unpooled.buffer();
        out.writeCharSequence("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", StandardCharsets.US_ASCII);
        ByteBuf settings = Unpooled.buffer();
        if (this == SMALL_WINDOW) {
            settings.writeShort(4).writeInt(1);
        }
        frame(out, 4, 0, 0, settings);
        switch (this) {
            case EMPTY_DATA -> frame(out, HEADERS, END_HEADERS, 1, head(door, "POST", NginxOrigin.SMALL));
            case CONTINUATION, LONG_CONTINUATION -> frame(out, HEADERS, 0, 1, head(door, "GET", NginxOrigin.SMALL));
            case HALF_OPEN -> {
                for (int i = 0; i < EACH; i++) {
                    frame(out, HEADERS, END_HEADERS, 2 * i + 1, head(door, "POST", NginxOrigin.SMALL));
                }
            }
            case SMALL_WINDOW -> {
                for (int i = 0; i < EACH; i++) {
                    frame(out, HEADERS, END_HEADERS | END_STREAM, 2 * i + 1, head(door, "GET", NginxOrigin.BIG));
                }
            }
            default -> {}
        }
        return ByteBufUtil.getBytes(out);
    }

    /** Round {@code round}, from 0; empty where the client only stands. */
    byte[] round(ContenderAccess door, int round) {
        ByteBuf out = Unpooled.buffer();
        int each = this == LARGE_FIELDS ? FEW : EACH;
        for (int i = 0; i < each; i++) {
            add(out, door, 2 * (round * each + i) + 1);
        }
        return ByteBufUtil.getBytes(out);
    }

    private void add(ByteBuf out, ContenderAccess door, int stream) {
        switch (this) {
            case NONE, HALF_OPEN -> {}
            case SETTINGS -> frame(out, 4, 0, 0, Unpooled.EMPTY_BUFFER);
            case PING -> frame(out, 6, 0, 0, Unpooled.buffer().writeLong(stream));
            case PRIORITY ->
                frame(out, 2, 0, stream, Unpooled.buffer().writeInt(0).writeByte(1));
            case WINDOW_UPDATE -> frame(out, 8, 0, 0, Unpooled.buffer().writeInt(1));
            case UNKNOWN -> frame(out, 0x77, 0, 0, Unpooled.EMPTY_BUFFER);
            case EMPTY_DATA -> frame(out, 0, 0, 1, Unpooled.EMPTY_BUFFER);
            case RAPID_RESET -> {
                frame(out, HEADERS, END_HEADERS | END_STREAM, stream, head(door, "GET", NginxOrigin.SMALL));
                frame(out, 3, 0, stream, Unpooled.buffer().writeInt(8));
            }
            case CONTINUATION -> frame(out, 9, 0, 1, Unpooled.EMPTY_BUFFER);
            case LONG_CONTINUATION -> frame(out, 9, 0, 1, field("x-more", "a".repeat(1_000), false));
            case LARGE_FIELDS -> large(out, door, stream);
            case TABLE -> {
                ByteBuf head = head(door, "GET", NginxOrigin.SMALL);
                for (int i = 0; i < 4; i++) {
                    head.writeBytes(field("x-" + stream + "-" + i, "b".repeat(900), true));
                }
                frame(out, HEADERS, END_HEADERS | END_STREAM, stream, head);
            }
            case SMALL_WINDOW ->
                frame(out, 8, 0, stream % (2 * EACH), Unpooled.buffer().writeInt(1));
        }
    }

    private static void large(ByteBuf out, ContenderAccess door, int stream) {
        ByteBuf head = head(door, "GET", NginxOrigin.SMALL);
        for (int i = 0; i < 60; i++) {
            head.writeBytes(field("x-large-" + i, "c".repeat(1_000), false));
        }
        frame(out, HEADERS, END_STREAM, stream, head.readSlice(FRAME));
        while (head.readableBytes() > FRAME) {
            frame(out, 9, 0, stream, head.readSlice(FRAME));
        }
        frame(out, 9, END_HEADERS, stream, head);
    }

    private static void frame(ByteBuf out, int type, int flags, int stream, ByteBuf payload) {
        out.writeMedium(payload.readableBytes())
                .writeByte(type)
                .writeByte(flags)
                .writeInt(stream)
                .writeBytes(payload);
    }

    private static ByteBuf head(ContenderAccess door, String method, String path) {
        return Unpooled.buffer()
                .writeBytes(field(":method", method, false))
                .writeBytes(field(":scheme", "https", false))
                .writeBytes(field(":authority", door.host() + ":" + door.port(), false))
                .writeBytes(field(":path", path, false));
    }

    /** A literal field, which enters the table or does not (RFC 7541 section 6.2). */
    private static ByteBuf field(String name, String value, boolean indexed) {
        ByteBuf out = Unpooled.buffer().writeByte(indexed ? 0x40 : 0);
        literal(out, name);
        literal(out, value);
        return out;
    }

    private static void literal(ByteBuf out, String text) {
        int rest = text.length() - 127;
        out.writeByte(Math.min(text.length(), 127));
        if (rest >= 0) {
            for (; rest >= 128; rest >>= 7) {
                out.writeByte((rest & 0x7f) | 0x80);
            }
            out.writeByte(rest);
        }
        out.writeCharSequence(text, StandardCharsets.US_ASCII);
    }
}
