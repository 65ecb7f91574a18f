package io.sallyport.auditexport.verify;

import io.sallyport.audit.chain.ChainVerdict;
import io.sallyport.audit.chain.ChainVerifier;
import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.verify.ExportVerdict.Broken;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Verifies exported files of one log, oldest first, from which nothing was left out. Needs nothing but the files.
 * Confined to one thread.
 */
public final class ExportVerifier {
    private final ExportForm form;
    private final ChainVerifier chain;
    private @Nullable Broken broken;

    /**
     * @param expected a hash that one of the lines must bear, or null
     * @param progress called after each line with the number of bytes of the log that its file has carried
     */
    public ExportVerifier(ExportForm form, @Nullable String expected, LongConsumer progress) {
        this.form = form;
        chain = new ChainVerifier(expected, progress);
    }

    /**
     * Reads one file to its end, or to the first bad line. Does nothing if a bad line was found before.
     *
     * @param file its name, for the verdict
     */
    public void read(String file, InputStream in) throws IOException {
        if (broken == null) {
            var carried = new CarriedStream(new ExportedLines(form, in));
            chain.read(file, carried);
            broken = carried.why == null ? null : new Broken(file, carried.lines.number(), carried.why);
        }
    }

    /** Returns the verdict after all files were read. */
    public ExportVerdict verdict() {
        return switch (chain.verdict()) {
            case ChainVerdict.Broken(String file, long line, long _, ChainVerdict.Fault fault)
            when broken == null || !file.equals(broken.file()) || line < broken.line() ->
                new Broken(file, line, fault.text());
            case ChainVerdict.Broken _ -> requireBroken();
            case ChainVerdict.Whole whole -> broken == null ? new ExportVerdict.Whole(whole) : broken;
        };
    }

    private Broken requireBroken() {
        if (broken == null) {
            throw new IllegalStateException("no line is broken");
        }
        return broken;
    }

    /** The carried lines as the file of the log; ends before a line that is not as it was exported. */
    private static final class CarriedStream extends InputStream {
        private final ExportedLines lines;
        private @Nullable String why;
        private byte[] line = new byte[0];
        private int at = 1; // behind the line feed of a line

        CarriedStream(ExportedLines lines) {
            this.lines = lines;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (at > line.length && !hasNext()) {
                return -1;
            }
            if (at == line.length) {
                into[offset] = '\n';
                at++;
                return 1;
            }
            int copied = Math.min(length, line.length - at);
            System.arraycopy(line, at, into, offset, copied);
            at += copied;
            return copied;
        }

        private boolean hasNext() throws IOException {
            if (why != null) {
                return false;
            }
            return switch (lines.next()) {
                case ExportedLines.Line next -> {
                    line = next.bytes();
                    at = 0;
                    yield true;
                }
                case ExportedLines.Unusable(String reason) -> {
                    why = reason;
                    yield false;
                }
                case ExportedLines.End() -> false;
            };
        }
    }
}
