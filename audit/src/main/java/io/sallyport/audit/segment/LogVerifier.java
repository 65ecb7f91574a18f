package io.sallyport.audit.segment;

import io.sallyport.audit.chain.Chain;
import io.sallyport.audit.chain.ChainVerdict;
import io.sallyport.audit.chain.ChainVerdict.Broken;
import io.sallyport.audit.chain.ChainVerdict.Fault;
import io.sallyport.audit.chain.ChainVerifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Verifies all files of one log: that no segment is missing, that each holds what its manifest says, that manifests
 * follow one another and are signed, and the chain of all lines. The log may be written meanwhile. Confined to one
 * thread; used once.
 */
public final class LogVerifier {
    private final SegmentFiles files;
    private final @Nullable VerifyingKey key;
    private final ChainVerifier lines;
    private @Nullable Broken broken;
    private @Nullable Removal removed;
    private String previous = Chain.BEGINNING;
    private long nextNumber = 1;
    private long segments;
    private long unsigned;

    /**
     * Verifies the log that is written to {@code open}.
     *
     * @param key that signed manifests must be signed by; null to look at no signature
     * @param last a hash that one of the lines must bear, or null
     * @param progress called after each line with the number of bytes read from its file
     */
    public LogVerifier(Path open, @Nullable VerifyingKey key, @Nullable String last, LongConsumer progress) {
        files = SegmentFiles.of(open);
        this.key = key;
        lines = new ChainVerifier(last, progress);
    }

    /**
     * Reads everything, up to the first fault.
     *
     * @throws IOException if a file cannot be read
     */
    public LogVerdict verify() throws IOException {
        removed();
        while (broken == null && closed()) {}
        ChainVerdict chain = broken == null ? lines.verdict() : broken;
        if (chain instanceof ChainVerdict.Whole && key != null && segments > 0 && unsigned == segments) {
            chain = of(files.closed().getLast().manifest(), Fault.UNSIGNED);
        }
        return new LogVerdict(chain, segments, key == null ? segments : unsigned, removed);
    }

    private void removed() throws IOException {
        if (Files.notExists(files.removal())) {
            return;
        }
        SignedText text = SignedText.read(files.removal());
        removed = Removal.of(text);
        if (removed == null || text == null || (key != null && !text.isSignedBy(key))) {
            broken = of(files.removal(), Fault.FORGED);
            return;
        }
        previous = removed.lastManifest();
        nextNumber = removed.lastSegment() + 1;
        lines.beginAfter(removed.end());
    }

    /** Reads the closed segments, then the open file. Returns true if segments were closed meanwhile. */
    private boolean closed() throws IOException {
        for (ClosedSegment segment : files.closed()) {
            if (broken == null && segment.number() >= nextNumber) {
                read(segment);
            }
        }
        return broken == null && !open();
    }

    private void read(ClosedSegment segment) throws IOException {
        if (segment.number() > nextNumber) {
            broken = of(segment.plain(), Fault.SEGMENT_MISSING);
            return;
        }
        nextNumber++;
        segments++;
        unsigned++;
        Path file = Files.exists(segment.plain()) ? segment.plain() : segment.compressed();
        SegmentContent content;
        try (InputStream in = segment.content()) {
            content = SegmentContent.of(in);
        }
        hold(segment, content);
        if (broken == null) {
            try (InputStream in = segment.content()) {
                lines.read(file.toString(), in);
            }
        }
    }

    /** Compares a segment with its manifest, which the newest ones may not have yet. */
    private void hold(ClosedSegment segment, SegmentContent content) throws IOException {
        if (Files.notExists(segment.manifest())) {
            boolean isExpected = files.closed().stream()
                    .anyMatch(later -> later.number() > segment.number() && Files.exists(later.manifest()));
            broken = isExpected ? of(segment.manifest(), Fault.MANIFEST_MISSING) : null;
            return;
        }
        SignedText text = SignedText.read(segment.manifest());
        SegmentManifest manifest = SegmentManifest.of(text);
        if (text == null || manifest == null || (key != null && text.names(key) && !text.isSignedBy(key))) {
            broken = of(segment.manifest(), Fault.FORGED);
        } else if (manifest.number() != segment.number() || !manifest.previous().equals(previous)) {
            broken = of(segment.manifest(), Fault.MANIFEST_OUT_OF_PLACE);
        } else if (!manifest.content().equals(content)) {
            broken = of(segment.manifest(), Fault.CONTENT_DIFFERS);
        } else {
            previous = text.hash();
            unsigned = key != null && text.isSignedBy(key) ? 0 : unsigned;
        }
    }

    /** Returns false if the file was closed since the segments were listed. */
    private boolean open() throws IOException {
        try (InputStream in = Files.newInputStream(files.open(), LinkOption.NOFOLLOW_LINKS)) {
            if (files.openNumber() != nextNumber) {
                return false;
            }
            lines.read(files.open().toString(), in);
            return true;
        } catch (NoSuchFileException _) {
            return true; // a kill between two files leaves none
        }
    }

    private static Broken of(Path file, Fault fault) {
        return new Broken(file.toString(), 0, 0, fault);
    }
}
