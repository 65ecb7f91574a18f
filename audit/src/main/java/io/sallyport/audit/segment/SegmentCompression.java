package io.sallyport.audit.segment;

import io.sallyport.model.file.FileReplacement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses closed segments, but the newest, which searches of the last lines read backwards. A plain file is removed
 * only once the compressed one was read back and holds what the manifest says. Confined to one thread.
 */
final class SegmentCompression {
    private static final int BLOCK_BYTES = 64 << 10;

    private final SegmentFiles files;
    private final BooleanSupplier isClosing;

    /** @param isClosing asked often; if it is true, what is begun is given up */
    SegmentCompression(SegmentFiles files, BooleanSupplier isClosing) {
        this.files = files;
        this.isClosing = isClosing;
    }

    void run() throws IOException {
        List<ClosedSegment> closed = files.closed();
        for (ClosedSegment segment : closed.subList(0, Math.max(0, closed.size() - 1))) {
            SegmentManifest manifest = Files.exists(segment.plain()) ? SegmentManifest.of(segment) : null;
            if (manifest != null && !isClosing.getAsBoolean()) {
                compress(segment, manifest.content());
            }
        }
    }

    private void compress(ClosedSegment segment, SegmentContent content) throws IOException {
        if (Files.notExists(segment.compressed())) {
            Path unfinished = FileReplacement.unfinished(segment.compressed());
            try {
                if (!write(segment.plain(), unfinished)) {
                    return;
                }
                requireContent(unfinished, content);
                FileReplacement.finish(segment.compressed());
            } finally {
                Files.deleteIfExists(unfinished);
            }
        } else {
            requireContent(segment.compressed(), content); // a crash came before the plain file was removed
        }
        Files.delete(segment.plain());
        FileReplacement.syncFolderOf(segment.plain());
    }

    /** Returns false if it was given up. */
    private boolean write(Path from, Path to) throws IOException {
        try (FileChannel channel = FileReplacement.create(to);
                InputStream in = Files.newInputStream(from);
                GZIPOutputStream out = new GZIPOutputStream(Channels.newOutputStream(channel), BLOCK_BYTES)) {
            byte[] block = new byte[BLOCK_BYTES];
            for (int read = in.read(block); read > 0; read = in.read(block)) {
                if (isClosing.getAsBoolean()) {
                    return false;
                }
                out.write(block, 0, read);
            }
            out.finish();
            channel.force(true);
            return true;
        }
    }

    private static void requireContent(Path compressed, SegmentContent content) throws IOException {
        try (InputStream in = ClosedSegment.decompressed(compressed)) {
            if (!SegmentContent.of(in).equals(content)) {
                throw new IOException(compressed + " does not hold what its manifest says");
            }
        }
    }
}
