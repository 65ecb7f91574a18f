package io.sallyport.auditexport.sink;

import io.sallyport.auditexport.form.ExportForm;
import java.io.PrintStream;
import java.util.List;

/** Prints records, one a line. Confined to the thread of its sink; does not close what it prints to. */
public final class PrintedReceiver implements RecordReceiver {
    private final ExportForm form;
    private final PrintStream out;

    public PrintedReceiver(ExportForm form, PrintStream out) {
        this.form = form;
        this.out = out;
    }

    @Override
    public SinkDelivery send(List<byte[]> lines) {
        for (byte[] line : lines) {
            byte[] event = form.of(line);
            out.write(event, 0, event.length);
            out.write('\n');
        }
        return out.checkError() ? new SinkDelivery.Failed("standard output is closed") : new SinkDelivery.Delivered();
    }

    @Override
    public void close() {
        out.flush();
    }
}
