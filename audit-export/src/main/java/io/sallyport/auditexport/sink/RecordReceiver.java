package io.sallyport.auditexport.sink;

import java.util.List;

/** Where a sink delivers records. Used by the thread of its sink, which it may block within its time limit. */
public interface RecordReceiver extends AutoCloseable {
    /** Delivers a batch, in order. */
    SinkDelivery send(List<byte[]> lines);

    @Override
    void close();
}
