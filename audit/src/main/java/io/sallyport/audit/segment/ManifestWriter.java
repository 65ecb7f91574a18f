package io.sallyport.audit.segment;

import io.sallyport.audit.chain.Chain;
import io.sallyport.model.file.FileReplacement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/** Writes the manifests of closed segments that have none yet. Confined to one thread. */
final class ManifestWriter {
    private final SegmentFiles files;
    private final @Nullable SigningKey key;

    ManifestWriter(SegmentFiles files, @Nullable SigningKey key) {
        this.files = files;
        this.key = key;
    }

    void run() throws IOException {
        Removal removed = Removal.of(files);
        String previous = removed == null ? Chain.BEGINNING : removed.lastManifest();
        for (ClosedSegment segment : files.closed()) {
            if (Files.notExists(segment.manifest())) {
                write(segment, previous);
            }
            SignedText written = SignedText.read(segment.manifest());
            previous = written == null ? Chain.BEGINNING : written.hash();
        }
    }

    private void write(ClosedSegment segment, String previous) throws IOException {
        try (InputStream in = segment.content()) {
            var manifest = new SegmentManifest(segment.number(), SegmentContent.of(in), previous);
            FileReplacement.replace(segment.manifest(), manifest.signed(key).bytes());
        }
    }
}
