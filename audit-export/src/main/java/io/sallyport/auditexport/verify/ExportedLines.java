package io.sallyport.auditexport.verify;

import io.sallyport.audit.chain.ChainVerdict.Fault;
import io.sallyport.audit.chain.ForwardLines;
import io.sallyport.auditexport.form.ExportForm;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads the lines of the log that exported lines carry. Each exported line is made again from the line that it carries:
 * if it differs, somebody changed it. Confined to one thread.
 */
final class ExportedLines {
    private final ExportForm form;
    private final ForwardLines lines;
    private long number;

    ExportedLines(ExportForm form, InputStream in) {
        this.form = form;
        lines = new ForwardLines(in, 0);
    }

    /** What is next. */
    sealed interface Next {}

    /** A line of the log, without its line feed. */
    static final class Line implements Next {
        private final byte[] bytes;

        private Line(byte[] bytes) {
            this.bytes = bytes;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    /** The exported line is not as it was exported. */
    record Unusable(String why) implements Next {}

    /** The end of the file. */
    record End() implements Next {}

    /** Returns the number of the last line read, from 1. */
    long number() {
        return number;
    }

    /** Returns how many bytes have been read. */
    long offset() {
        return lines.offset();
    }

    Next next() throws IOException {
        number++;
        return switch (lines.next()) {
            case LINE -> line(lines.line());
            case CUT_OFF -> new Unusable(Fault.CUT_OFF.text());
            case TOO_LONG -> new Unusable(Fault.TOO_LONG.text());
            case END -> new End();
        };
    }

    private Next line(byte[] exported) {
        byte[] carried = form.carried(exported);
        if (carried == null) {
            return new Unusable("it carries no line of the log");
        }
        return Arrays.equals(form.of(carried), exported)
                ? new Line(carried)
                : new Unusable("it does not say what the line of the log says that it carries");
    }
}
