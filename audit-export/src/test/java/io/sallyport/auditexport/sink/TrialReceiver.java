package io.sallyport.auditexport.sink;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A receiver whose answers a test decides. */
final class TrialReceiver implements RecordReceiver {
    static final Function<List<String>, SinkDelivery> TAKES = _ -> new SinkDelivery.Delivered();

    private final Function<List<String>, SinkDelivery> answer;
    private final BlockingQueue<String> taken = new LinkedBlockingQueue<>();

    TrialReceiver(Function<List<String>, SinkDelivery> answer) {
        this.answer = answer;
    }

    @Override
    public SinkDelivery send(List<byte[]> lines) {
        List<String> texts = lines.stream()
                .map(line -> new String(line, StandardCharsets.UTF_8))
                .toList();
        SinkDelivery delivery = answer.apply(texts);
        if (delivery instanceof SinkDelivery.Delivered) {
            taken.addAll(texts);
        }
        return delivery;
    }

    /** Waits for this many records, and returns them. */
    List<String> await(int count) throws InterruptedException {
        List<String> lines = new ArrayList<>();
        while (lines.size() < count) {
            String line = taken.poll(30, TimeUnit.SECONDS);
            if (line == null) {
                throw new AssertionError("only " + lines.size() + " of " + count + " records came");
            }
            lines.add(line);
        }
        return lines;
    }

    boolean hasMore() {
        return !taken.isEmpty();
    }

    @Override
    public void close() {}
}
