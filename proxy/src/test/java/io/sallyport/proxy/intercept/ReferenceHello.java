package io.sallyport.proxy.intercept;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Parses server names from a ClientHello in the simplest way, for comparison with the shipped reader. */
final class ReferenceHello {
    private ReferenceHello() {}

    /** Returns every host_name of every server_name extension, in order; empty if nothing can be parsed. */
    static List<String> names(byte[] bytes) {
        try {
            return namesIn(message(ByteBuffer.wrap(bytes)));
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException unreadable) {
            return List.of();
        }
    }

    private static ByteBuffer message(ByteBuffer records) {
        var joined = new ByteArrayOutputStream();
        while (records.hasRemaining()) {
            records.get();
            records.getShort();
            byte[] part = new byte[Short.toUnsignedInt(records.getShort())];
            records.get(part);
            joined.writeBytes(part);
            byte[] message = joined.toByteArray();
            if (message.length >= 4
                    && message.length - 4 >= (ByteBuffer.wrap(message).getInt() & 0xffffff)) {
                return ByteBuffer.wrap(message);
            }
        }
        throw new BufferUnderflowException();
    }

    private static List<String> namesIn(ByteBuffer hello) {
        hello.position(4 + 2 + 32);
        skip(hello, Byte.toUnsignedInt(hello.get()));
        skip(hello, Short.toUnsignedInt(hello.getShort()));
        skip(hello, Byte.toUnsignedInt(hello.get()));
        hello.getShort();
        List<String> names = new ArrayList<>();
        while (hello.hasRemaining()) {
            int type = Short.toUnsignedInt(hello.getShort());
            int length = Short.toUnsignedInt(hello.getShort());
            ByteBuffer content = hello.slice(hello.position(), length);
            skip(hello, length);
            if (type == 0) {
                content.getShort();
                while (content.hasRemaining()) {
                    content.get();
                    byte[] name = new byte[Short.toUnsignedInt(content.getShort())];
                    content.get(name);
                    names.add(new String(name, StandardCharsets.ISO_8859_1));
                }
            }
        }
        return names;
    }

    private static void skip(ByteBuffer bytes, int count) {
        bytes.position(bytes.position() + count);
    }
}
