package io.sallyport.auditexport.verify;

import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.form.LoggedRecord;
import io.sallyport.auditexport.verify.ExportVerdict.Broken;
import io.sallyport.model.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Verifies exported files, oldest first, that lack records of their log: each record by its own hash, and the order by
 * the numbers of the records. That records are missing cannot be told from a filter. Confined to one thread.
 */
public final class FilteredExportVerifier {
    private static final String END = "\"}";
    private static final String OWN = "\",\"hash\":\"";

    private final ExportForm form;
    private final LongConsumer progress;
    private final MessageDigest sha256 = Sha256.newDigest();
    private @Nullable Broken broken;
    private @Nullable String lastHash;
    private long lastSeq = -1;
    private long records;
    private long gaps;

    /** @param progress called after each line with the number of bytes read from its file */
    public FilteredExportVerifier(ExportForm form, LongConsumer progress) {
        this.form = form;
        this.progress = progress;
    }

    /**
     * Reads one file to its end, or to the first bad line. Does nothing if a bad line was found before.
     *
     * @param file its name, for the verdict
     */
    public void read(String file, InputStream in) throws IOException {
        var lines = new ExportedLines(form, in);
        while (broken == null) {
            switch (lines.next()) {
                case ExportedLines.Line line -> add(file, lines.number(), line.bytes());
                case ExportedLines.Unusable(String why) -> broken = new Broken(file, lines.number(), why);
                case ExportedLines.End() -> {
                    return;
                }
            }
            progress.accept(lines.offset());
        }
    }

    private void add(String file, long number, byte[] line) {
        LoggedRecord record = LoggedRecord.parse(line);
        if (record == null) {
            return; // a line that a crash cut off: only the chain can tell
        }
        long seq = record.number("seq");
        if (!isUnchanged(line, record.text("hash", ""))) {
            broken = new Broken(file, number, "its hash is not that of its content");
        } else if (seq >= 0 && seq <= lastSeq) {
            broken = new Broken(file, number, "its number does not follow that of the record before it");
        } else {
            gaps += lastHash == null || record.is("prev_hash", lastHash) ? 0 : 1;
            records++;
            lastSeq = Math.max(seq, lastSeq);
            lastHash = record.text("hash");
        }
    }

    /** Returns whether {@code hash} ends the line, and is the SHA-256 of all before it; see docs/audit.md. */
    private boolean isUnchanged(byte[] line, String hash) {
        byte[] end = (OWN + hash + END).getBytes(StandardCharsets.US_ASCII);
        int before = line.length - end.length;
        if (before < 0 || !Arrays.equals(line, before, line.length, end, 0, end.length)) {
            return false;
        }
        sha256.update(line, 0, before);
        return HexFormat.of().formatHex(sha256.digest()).equals(hash);
    }

    /** Returns the verdict after all files were read. */
    public ExportVerdict verdict() {
        return broken == null ? new ExportVerdict.WithGaps(records, gaps) : broken;
    }
}
