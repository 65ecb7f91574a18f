package io.sallyport.regoengine.compiler;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * OPA's compiler as it is after its initialisation: the clock, the globals, and the memory without its zeros. The build
 * makes it once ({@link CompilerImageBuilder}), so that no process runs the initialisers of Go's packages. Confined to
 * one thread, which closes it.
 */
final class CompilerImage implements AutoCloseable {
    private static final int BLOCK_BYTES = 4096;
    private static final int END = -1;

    private final DataInputStream in;
    private final long nanos;
    private final int pages;

    /** Reads the head of an image; the rest is read by {@link #restore}. */
    CompilerImage(InputStream image) throws IOException {
        in = new DataInputStream(new BufferedInputStream(image, 16 * BLOCK_BYTES));
        nanos = in.readLong();
        pages = in.readInt();
    }

    /** The reading of the clock after which the image was taken. */
    long nanos() {
        return nanos;
    }

    /** The size of the memory, in pages of 64 KiB. */
    int pages() {
        return pages;
    }

    /**
     * Makes a new instance of the same module, whose memory has {@link #pages} and holds zeros alone, one that is
     * initialised.
     */
    void restore(Instance instance) throws IOException {
        if (in.readInt() != instance.globalCount()) {
            throw new EOFException("an image of another module");
        }
        for (int i = 0; i < instance.globalCount(); i++) {
            instance.global(i).setValue(in.readLong());
        }
        var block = new byte[BLOCK_BYTES];
        for (int address = in.readInt(); address != END; address = in.readInt()) {
            in.readFully(block);
            instance.memory().write(address, block);
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Writes the state of an instance. */
    static void write(Instance instance, long nanos, DataOutputStream out) throws IOException {
        Memory memory = instance.memory();
        out.writeLong(nanos);
        out.writeInt(memory.pages());
        out.writeInt(instance.globalCount());
        for (int i = 0; i < instance.globalCount(); i++) {
            out.writeLong(instance.global(i).getValue());
        }
        var zeros = new byte[BLOCK_BYTES];
        for (int address = 0; address < memory.pages() * Memory.PAGE_SIZE; address += BLOCK_BYTES) {
            byte[] block = memory.readBytes(address, BLOCK_BYTES);
            if (!Arrays.equals(block, zeros)) {
                out.writeInt(address);
                out.write(block);
            }
        }
        out.writeInt(END);
    }
}
