package io.sallyport.regoengine.compiler;

import java.io.ByteArrayOutputStream;
import java.util.Set;

/** The sections of a binary wasm module (WebAssembly 2.0, 5.5.2), read in turn and copied or changed. */
final class WasmSections {
    private static final int HEAD_BYTES = 8;
    private static final int CODE = 10;
    private static final int DATA = 11;
    private static final int DATA_COUNT = 12;

    /** No locals, {@code unreachable}, {@code end}. */
    private static final byte[] TRAP = {0, 0, 0x0b};

    private final byte[] module;
    private int position;

    private WasmSections(byte[] module, int position) {
        this.module = module;
        this.position = position;
    }

    /**
     * Returns the module without its data, and with bodies that only trap for some functions.
     *
     * @param trapping places in the section of code
     */
    static byte[] withoutDataAnd(Set<Integer> trapping, byte[] module) {
        var in = new WasmSections(module, HEAD_BYTES);
        var out = new ByteArrayOutputStream();
        out.write(module, 0, HEAD_BYTES);
        while (in.position < module.length) {
            int id = module[in.position++];
            int end = in.number() + in.position;
            if (id != DATA && id != DATA_COUNT) {
                byte[] content = id == CODE ? in.code(trapping) : in.bytes(end - in.position);
                out.write(id);
                write(content, out);
            }
            in.position = end;
        }
        return out.toByteArray();
    }

    private byte[] code(Set<Integer> trapping) {
        var out = new ByteArrayOutputStream();
        int functions = number();
        writeNumber(functions, out);
        for (int i = 0; i < functions; i++) {
            byte[] body = bytes(number());
            write(trapping.contains(i) ? TRAP : body, out);
        }
        return out.toByteArray();
    }

    private byte[] bytes(int length) {
        var bytes = new byte[length];
        System.arraycopy(module, position, bytes, 0, length);
        position += length;
        return bytes;
    }

    /** Reads an unsigned number in LEB128 (5.2.2). */
    private int number() {
        int number = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = module[position++];
            number |= (next & 0x7f) << shift;
            if (next >= 0) {
                return number;
            }
        }
    }

    private static void write(byte[] content, ByteArrayOutputStream out) {
        writeNumber(content.length, out);
        out.writeBytes(content);
    }

    private static void writeNumber(int number, ByteArrayOutputStream out) {
        int left = number;
        for (; left > 0x7f; left >>>= 7) {
            out.write((left & 0x7f) | 0x80);
        }
        out.write(left);
    }
}
