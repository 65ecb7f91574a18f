package io.sallyport.regoengine.wasm;

import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.types.DataSegment;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import java.util.Arrays;
import java.util.BitSet;

/** A memory that notes whether some of its bytes are read. Confined to one thread. */
@SuppressWarnings("removal") // the interface has methods that it is to lose
final class WatchedMemory implements Memory {
    private static final int[] NOTHING = {};

    private final ByteArrayMemory memory;
    private int[] watched = NOTHING;
    private int from;
    private int to;
    private final BitSet read = new BitSet();

    WatchedMemory(MemoryLimits limits) {
        memory = new ByteArrayMemory(limits);
    }

    /** From now on it is noted which of the bytes at {@code addresses} are read. */
    void watch(int... addresses) {
        watched = addresses.clone();
        from = Arrays.stream(watched).min().orElse(0);
        to = addresses.length == 0 ? 0 : Arrays.stream(watched).max().orElse(0) + 1;
        read.clear();
    }

    /** The places of those that were read since, among the addresses. */
    BitSet read() {
        return (BitSet) read.clone();
    }

    private int noted(int address, int bytes) {
        if (address < to && address + bytes > from) {
            note(address, bytes);
        }
        return address;
    }

    private void note(int address, int bytes) {
        for (int i = 0; i < watched.length; i++) {
            if (address <= watched[i] && address + bytes > watched[i]) {
                read.set(i);
            }
        }
    }

    @Override
    public byte read(int address) {
        return memory.read(noted(address, Byte.BYTES));
    }

    @Override
    public byte[] readBytes(int address, int length) {
        return memory.readBytes(noted(address, length), length);
    }

    @Override
    public int readInt(int address) {
        return memory.readInt(noted(address, Integer.BYTES));
    }

    @Override
    public long readLong(int address) {
        return memory.readLong(noted(address, Long.BYTES));
    }

    @Override
    public short readShort(int address) {
        return memory.readShort(noted(address, Short.BYTES));
    }

    @Override
    public long readU16(int address) {
        return memory.readU16(noted(address, Short.BYTES));
    }

    @Override
    public long readF32(int address) {
        return memory.readF32(noted(address, Float.BYTES));
    }

    @Override
    public float readFloat(int address) {
        return memory.readFloat(noted(address, Float.BYTES));
    }

    @Override
    public double readDouble(int address) {
        return memory.readDouble(noted(address, Double.BYTES));
    }

    @Override
    public long readF64(int address) {
        return memory.readF64(noted(address, Double.BYTES));
    }

    @Override
    public void copy(int dest, int src, int size) {
        memory.copy(dest, noted(src, size), size);
    }

    @Override
    public int pages() {
        return memory.pages();
    }

    @Override
    public int grow(int more) {
        return memory.grow(more);
    }

    @Override
    public int initialPages() {
        return memory.initialPages();
    }

    @Override
    public int maximumPages() {
        return memory.maximumPages();
    }

    @Override
    public boolean shared() {
        return memory.shared();
    }

    @Override
    public Object lock(int address) {
        return memory.lock(address);
    }

    @Override
    public int waitOn(int address, int expected, long timeout) {
        return memory.waitOn(address, expected, timeout);
    }

    @Override
    public int waitOn(int address, long expected, long timeout) {
        return memory.waitOn(address, expected, timeout);
    }

    @Override
    public int notify(int address, int most) {
        return memory.notify(address, most);
    }

    @Override
    public void initialize(Instance instance, DataSegment[] segments) {
        memory.initialize(instance, segments);
    }

    @Override
    public void initialize(Instance instance, DataSegment[] segments, int index) {
        memory.initialize(instance, segments, index);
    }

    @Override
    public void initPassiveSegment(int segment, int dest, int offset, int size) {
        memory.initPassiveSegment(segment, dest, offset, size);
    }

    @Override
    public void write(int address, byte[] data, int offset, int size) {
        memory.write(address, data, offset, size);
    }

    @Override
    public void writeI32(int address, int data) {
        memory.writeI32(address, data);
    }

    @Override
    public void writeLong(int address, long data) {
        memory.writeLong(address, data);
    }

    @Override
    public void writeShort(int address, short data) {
        memory.writeShort(address, data);
    }

    @Override
    public void writeByte(int address, byte data) {
        memory.writeByte(address, data);
    }

    @Override
    public void writeF32(int address, float data) {
        memory.writeF32(address, data);
    }

    @Override
    public void writeF64(int address, double data) {
        memory.writeF64(address, data);
    }

    @Override
    public void zero() {
        memory.zero();
    }

    @Override
    public void fill(byte value, int start, int end) {
        memory.fill(value, start, end);
    }

    @Override
    public void drop(int segment) {
        memory.drop(segment);
    }
}
