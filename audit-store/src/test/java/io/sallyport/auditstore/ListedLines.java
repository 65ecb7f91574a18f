package io.sallyport.auditstore;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A log in memory that can fail. Safe for concurrent use. */
final class ListedLines implements LineSource.Opener {
    final List<String> lines = new CopyOnWriteArrayList<>();
    volatile @Nullable String fault;

    /** Adds a record whose number is that of its place. */
    void add(String members) {
        int seq = lines.size() + 1;
        lines.add("{\"v\":1,\"audit_id\":\"id-" + seq + "\",\"time\":\"2026-11-18T12:00:00.000Z\"," + members + ",\"seq\":"
                + seq + "}");
    }

    @Override
    public LineSource open(String position) {
        return new LineSource() {
            private int at = position.isEmpty() ? 0 : Integer.parseInt(position);

            @Override
            public @Nullable String next() throws IOException {
                String why = fault;
                if (why != null) {
                    throw new IOException(why);
                }
                return at < lines.size() ? lines.get(at++) : null;
            }

            @Override
            public String position() {
                return Integer.toString(at);
            }

            @Override
            public void close() {}
        };
    }
}
