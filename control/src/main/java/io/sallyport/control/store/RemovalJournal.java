package io.sallyport.control.store;

import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Removals that the state could not take, in a file of preallocated space: slots are overwritten in place, which works
 * even on a full disk. Safe for concurrent use; methods block.
 *
 * <p>An empty slot is all zeros. A slot whose write was cut off has a wrong checksum and counts as empty: its removal
 * was never reported as durable.
 */
final class RemovalJournal {
    static final String FILE = "removals.journal";
    static final int SLOTS = 512;

    private static final int SLOT_BYTES = 128; // divides a sector, so no slot crosses a sector boundary
    private static final byte VERSION = 1;
    private static final int HEAD_BYTES = Integer.BYTES; // checksum of the rest of the slot

    private final Path file;

    RemovalJournal(Path root) {
        file = root.resolve(FILE);
    }

    /** Allocates the file's space unless that is done already. */
    void prepare() throws StateException {
        try {
            if (!Files.exists(file) || Files.size(file) != (long) SLOTS * SLOT_BYTES) {
                DurableFile.write(file, new byte[SLOTS * SLOT_BYTES]);
            }
        } catch (IOException e) {
            throw new StateException(file, "cannot be read", e);
        }
    }

    synchronized List<PendingRemoval> read() throws StateException {
        var found = new ArrayList<PendingRemoval>();
        ByteBuffer slots = slots();
        for (int i = 0; i < slots.capacity() / SLOT_BYTES; i++) {
            PendingRemoval removal = decode(slots.slice(i * SLOT_BYTES, SLOT_BYTES));
            if (removal != null) {
                found.add(removal);
            }
        }
        return found;
    }

    /** Adds a removal. Durable when it returns; fails if every slot is taken. */
    synchronized void add(PendingRemoval removal) throws StateException {
        ByteBuffer slots = slots();
        for (int i = 0; i < slots.capacity() / SLOT_BYTES; i++) {
            if (decode(slots.slice(i * SLOT_BYTES, SLOT_BYTES)) == null) {
                write(i, encode(removal));
                return;
            }
        }
        throw new StateException(file, "is full");
    }

    synchronized void remove(SandboxId id) throws StateException {
        ByteBuffer slots = slots();
        for (int i = 0; i < slots.capacity() / SLOT_BYTES; i++) {
            PendingRemoval removal = decode(slots.slice(i * SLOT_BYTES, SLOT_BYTES));
            if (removal != null && removal.id().equals(id)) {
                write(i, ByteBuffer.allocate(SLOT_BYTES));
            }
        }
    }

    private ByteBuffer slots() throws StateException {
        try {
            return ByteBuffer.wrap(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new StateException(file, "cannot be read", e);
        }
    }

    private void write(int slot, ByteBuffer bytes) throws StateException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            long at = (long) slot * SLOT_BYTES;
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
            channel.force(false);
        } catch (IOException e) {
            throw new StateException(file, "cannot be written", e);
        }
    }

    private static ByteBuffer encode(PendingRemoval removal) {
        byte[] id = removal.id().text().getBytes(StandardCharsets.US_ASCII);
        ByteBuffer slot = ByteBuffer.allocate(SLOT_BYTES).position(HEAD_BYTES);
        slot.put(VERSION)
                .put((byte) (removal.lease() ? 1 : 0))
                .putLong(removal.generation())
                .put((byte) id.length)
                .put(id);
        slot.clear();
        return slot.putInt(0, checksum(slot));
    }

    private @Nullable PendingRemoval decode(ByteBuffer slot) throws StateException {
        ByteBuffer rest = slot.duplicate().position(HEAD_BYTES);
        byte version = rest.get();
        if (version == 0 || slot.getInt(0) != checksum(slot)) {
            return null;
        }
        if (version != VERSION) {
            throw new StateException(file, "not of version " + VERSION);
        }
        boolean lease = rest.get() != 0;
        long generation = rest.getLong();
        byte[] id = new byte[rest.get()];
        rest.get(id);
        return new PendingRemoval(new SandboxId(new String(id, StandardCharsets.US_ASCII)), generation, lease);
    }

    private static int checksum(ByteBuffer slot) {
        var crc = new CRC32C();
        crc.update(slot.duplicate().clear().position(HEAD_BYTES));
        return (int) crc.getValue();
    }
}
