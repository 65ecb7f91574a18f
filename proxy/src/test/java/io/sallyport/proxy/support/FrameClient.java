package io.sallyport.proxy.support;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A client that writes frames of HTTP/2 byte by byte, right or wrong, and reads what comes back. */
public final class FrameClient implements AutoCloseable {
    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int PRIORITY = 2;
    public static final int RESET = 3;
    public static final int SETTINGS = 4;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;
    public static final int END_STREAM = 1;
    public static final int END_HEADERS = 4;

    private static final int MAX_FRAME_BYTES = 16_384;

    private final SSLSocket socket;
    private final DataInputStream in;
    private final DefaultHttp2HeadersDecoder fields = new DefaultHttp2HeadersDecoder(false);

    /** A frame as it came; {@code fields} of HEADERS, decoded. */
    public record Frame(int type, int flags, int stream, String payload, Map<String, String> fields) {
        public boolean endsStream() {
            return (flags & END_STREAM) != 0 && (type == DATA || type == HEADERS);
        }

        /** The code of a RST_STREAM or GOAWAY. */
        public int code() {
            int at = type == GOAWAY ? 4 : 0;
            return payload.charAt(at + 3);
        }
    }

    /** A whole answer. */
    public record Answer(Map<String, String> head, String body, Map<String, String> trailers) {
        public String status() {
            return head.getOrDefault(":status", "none");
        }
    }

    /** Offers HTTP/2 alone, and says the preface with empty SETTINGS. */
    public FrameClient(SSLSocket tls) throws IOException {
        socket = tls;
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        tls.setSSLParameters(parameters);
        in = new DataInputStream(tls.getInputStream());
        raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        send(SETTINGS, 0, 0, new byte[0]);
    }

    public void raw(byte[] bytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
        out.flush();
    }

    public void send(int type, int flags, int stream, byte[] payload) throws IOException {
        raw(frame(type, flags, stream, payload));
    }

    public static byte[] frame(int type, int flags, int stream, byte[] payload) {
        ByteBuf out = Unpooled.buffer();
        out.writeMedium(payload.length)
                .writeByte(type)
                .writeByte(flags)
                .writeInt(stream)
                .writeBytes(payload);
        return ByteBufUtil.getBytes(out);
    }

    /** Fields by name and value in turns, each a literal without indexing (RFC 7541 section 6.2.2). */
    public static byte[] block(String... namesAndValues) {
        var out = new ByteArrayOutputStream();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            out.write(0);
            literal(out, namesAndValues[i]);
            literal(out, namesAndValues[i + 1]);
        }
        return out.toByteArray();
    }

    private static void literal(ByteArrayOutputStream out, String text) {
        int length = text.length();
        if (length < 127) {
            out.write(length);
        } else {
            out.write(127);
            int rest = length - 127;
            while (rest >= 128) {
                out.write(rest % 128 + 128);
                rest /= 128;
            }
            out.write(rest);
        }
        out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** HEADERS that hold all of these fields. */
    public void headers(int stream, boolean end, String... namesAndValues) throws IOException {
        byte[] block = block(namesAndValues);
        int first = Math.min(block.length, MAX_FRAME_BYTES);
        int flags = (end ? END_STREAM : 0) | (first == block.length ? END_HEADERS : 0);
        send(HEADERS, flags, stream, Arrays.copyOf(block, first));
        if (first < block.length) {
            send(CONTINUATION, END_HEADERS, stream, Arrays.copyOfRange(block, first, block.length));
        }
    }

    /** A GET as it is usual, with more fields behind. */
    public void get(int stream, String host, String path, String... more) throws IOException {
        String[] usual = {":method", "GET", ":scheme", "https", ":authority", host, ":path", path};
        String[] all = Arrays.copyOf(usual, usual.length + more.length);
        System.arraycopy(more, 0, all, usual.length, more.length);
        headers(stream, true, all);
    }

    public void data(int stream, boolean end, String content) throws IOException {
        send(DATA, end ? END_STREAM : 0, stream, content.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The next frame; a connection that ended is an {@link EOFException}. */
    public Frame next() throws IOException {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        byte[] payload = in.readNBytes(length);
        return new Frame(
                type,
                flags,
                stream,
                new String(payload, StandardCharsets.ISO_8859_1),
                type == HEADERS ? decoded(stream, payload) : Map.of());
    }

    private Map<String, String> decoded(int stream, byte[] block) throws IOException {
        try {
            Map<String, String> all = new LinkedHashMap<>();
            fields.decodeHeaders(stream, Unpooled.wrappedBuffer(block))
                    .forEach(field -> all.merge(
                            field.getKey().toString(), field.getValue().toString(), (a, b) -> a + "|" + b));
            return all;
        } catch (Http2Exception e) {
            throw new IOException("fields that cannot be decoded", e);
        }
    }

    /** The next frame of {@code type}; others are passed over. */
    public Frame await(int type) throws IOException {
        Frame next = next();
        while (next.type() != type) {
            next = next();
        }
        return next;
    }

    /** The whole answer on {@code stream}; interim ones are passed over, windows are opened again. */
    public Answer answer(int stream) throws IOException {
        Map<String, String> head = Map.of();
        StringBuilder body = new StringBuilder();
        while (true) {
            Frame next = next();
            if (next.type() == GOAWAY || (next.stream() == stream && next.type() == RESET)) {
                throw new EOFException("ended with code " + next.code() + " after " + head + body);
            }
            if (next.stream() != stream) {
                continue;
            }
            if (next.type() == DATA) {
                body.append(next.payload());
                opened(next);
            } else if (next.type() == HEADERS
                    && !next.fields().getOrDefault(":status", "2").startsWith("1")) {
                if (!head.isEmpty()) {
                    return new Answer(head, body.toString(), next.fields());
                }
                head = next.fields();
            }
            if (next.endsStream()) {
                return new Answer(head, body.toString(), Map.of());
            }
        }
    }

    /** Opens the windows again that a frame of DATA has filled. */
    void opened(Frame data) throws IOException {
        if (!data.payload().isEmpty()) {
            window(0, data.payload().length());
            if (!data.endsStream()) {
                window(data.stream(), data.payload().length());
            }
        }
    }

    /** Lets {@code bytes} more come on the stream, or, for 0, on the connection. */
    public void window(int stream, int bytes) throws IOException {
        send(WINDOW_UPDATE, 0, stream, ByteBufUtil.getBytes(Unpooled.buffer(4).writeInt(bytes)));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
