package io.sallyport.audit.segment;

import io.sallyport.model.file.FileReplacement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Removes the oldest closed segments that are more or older than the settings keep. What it removes is written down
 * first, so that what is missing is told apart from what somebody took out. Confined to one thread.
 */
final class SegmentRetention {
    private final SegmentFiles files;
    private final SegmentSettings settings;
    private final InstantSource wall;

    SegmentRetention(SegmentFiles files, SegmentSettings settings, InstantSource wall) {
        this.files = files;
        this.settings = settings;
        this.wall = wall;
    }

    /** Removes what was written down as removed, and is still there after a crash. */
    void finish() throws IOException {
        Removal removed = Removal.of(files);
        for (ClosedSegment segment : files.closed()) {
            if (removed != null && segment.number() <= removed.lastSegment()) {
                delete(segment);
            }
        }
    }

    void run() throws IOException {
        List<ClosedSegment> closed = files.closed();
        long size = 0;
        for (ClosedSegment segment : closed) {
            size += segment.sizeOnDisk();
        }
        for (ClosedSegment segment : closed) {
            SegmentManifest manifest = SegmentManifest.of(segment);
            if (manifest == null || !(isTooMuch(size) || isTooOld(manifest.content()))) {
                return;
            }
            size -= segment.sizeOnDisk();
            remove(segment, manifest);
        }
    }

    private boolean isTooMuch(long size) {
        return settings.keepBytes() > 0 && size > settings.keepBytes();
    }

    private boolean isTooOld(SegmentContent content) {
        return settings.keepAge().isPositive()
                && content.latest().plus(settings.keepAge()).isBefore(wall.instant());
    }

    private void remove(ClosedSegment segment, SegmentManifest manifest) throws IOException {
        SignedText text = SignedText.read(segment.manifest());
        if (text == null) {
            throw new IOException(segment.manifest() + " does not have its form");
        }
        Removal removal = after(Removal.of(files), manifest, text.hash());
        FileReplacement.replace(files.removal(), removal.signed(settings.key()).bytes());
        delete(segment);
    }

    private Removal after(@Nullable Removal before, SegmentManifest manifest, String hash) {
        SegmentContent content = manifest.content();
        Instant now = wall.instant().truncatedTo(ChronoUnit.MILLIS);
        return new Removal(
                manifest.number(),
                (before == null ? 0 : before.lines()) + content.lines(),
                (before == null ? 0 : before.bytes()) + content.bytes(),
                content.end(),
                hash,
                now);
    }

    /** Removes the lines last: a segment without them is none, and its manifest would stay for ever. */
    private static void delete(ClosedSegment segment) throws IOException {
        for (Path file : List.of(segment.manifest(), segment.plain(), segment.compressed())) {
            Files.deleteIfExists(file);
        }
        FileReplacement.syncFolderOf(segment.manifest());
    }
}
