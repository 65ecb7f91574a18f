package io.sallyport.fetch.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.sallyport.fetch.answer.FetchRefusal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.lib.ObjectInserter;
import org.junit.jupiter.api.Test;

/** Packs whose objects are differences: each is small, and what they make is not. */
class DeltaBombTest {
    private static final int BASE_BYTES = 1 << 20;
    private static final GitBounds BOUNDS = new GitBounds(1 << 20, 2L << 20, 1_000, 16L << 20, 10);

    static {
        EmptySystemReader.install();
    }

    /** A blob of zeros, then {@code deltas} copies of it, each made from the one before. */
    private static byte[] chain(int deltas, int resultBytes) throws Exception {
        var pack = new ByteArrayOutputStream();
        pack.writeBytes(
                new byte[] {'P', 'A', 'C', 'K', 0, 0, 0, 2, 0, 0, (byte) ((deltas + 1) >> 8), (byte) (deltas + 1)});
        int before = pack.size();
        object(pack, 3, new byte[BASE_BYTES], -1);
        for (int i = 0; i < deltas; i++) {
            int at = pack.size();
            object(pack, 6, copyAll(resultBytes), at - before);
            before = at;
        }
        pack.writeBytes(MessageDigest.getInstance("SHA-1").digest(pack.toByteArray()));
        return pack.toByteArray();
    }

    /** Copies of 64 KiB from the base's beginning, until {@code resultBytes} are there, and one byte that differs. */
    private static byte[] copyAll(int resultBytes) {
        var delta = new ByteArrayOutputStream();
        size(delta, BASE_BYTES);
        size(delta, resultBytes);
        for (int left = resultBytes; left > 0; left -= 1 << 16) {
            delta.write(0x80); // offset 0, size 0: 64 KiB
        }
        return delta.toByteArray();
    }

    private static void size(ByteArrayOutputStream out, int size) {
        int left = size;
        for (; left > 0x7f; left >>>= 7) {
            out.write((left & 0x7f) | 0x80);
        }
        out.write(left);
    }

    private static void object(ByteArrayOutputStream pack, int type, byte[] content, int back) throws IOException {
        int left = content.length >>> 4;
        pack.write((type << 4) | (content.length & 0xf) | (left > 0 ? 0x80 : 0));
        for (; left > 0; left >>>= 7) {
            pack.write((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
        }
        if (back >= 0) {
            offset(pack, back);
        }
        try (var deflated = new DeflaterOutputStream(pack, new Deflater(Deflater.BEST_COMPRESSION)) {
            @Override
            public void close() throws IOException {
                finish();
            }
        }) {
            deflated.write(content);
        }
    }

    /** As packs write it (gitformat-pack(5)): seven bits a byte, one added for each byte that follows. */
    private static void offset(ByteArrayOutputStream pack, int back) {
        byte[] bytes = new byte[5];
        int at = bytes.length - 1;
        bytes[at] = (byte) (back & 0x7f);
        for (int left = back >>> 7; left > 0; left >>>= 7) {
            left--;
            bytes[--at] = (byte) ((left & 0x7f) | 0x80);
        }
        pack.write(bytes, at, bytes.length - at);
    }

    private static void read(byte[] pack) throws IOException {
        try (var repository = new MemoryRepository(BOUNDS);
                ObjectInserter into = repository.newObjectInserter()) {
            into.newPackParser(new ByteArrayInputStream(pack)).parse(NullProgressMonitor.INSTANCE);
        }
    }

    @Test
    void aFewDifferencesAreRead() throws Exception {
        read(chain(3, BASE_BYTES));
    }

    @Test
    void manyThatUnpackToMuchAreRefused() throws Exception {
        byte[] pack = chain(40, BASE_BYTES);
        assertThat(pack.length).isLessThan(10_000);
        assertThatThrownBy(() -> read(pack))
                .satisfies(e -> assertThat(refused(e).text()).contains("more than 16777216 bytes when unpacked"));
    }

    @Test
    void oneThatMakesALargeObjectIsRefusedBeforeItIsMade() throws Exception {
        byte[] pack = chain(1, 3 << 20);
        assertThatThrownBy(() -> read(pack)).hasMessageContaining("too large");
    }

    private static FetchRefusal refused(Throwable failure) {
        return GitRefusedException.behind(failure, () -> fail("no refusal of ours", failure));
    }
}
