package io.sallyport.auditexport.sink;

import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.model.CanonicalUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a sink posts batches, and how. Immutable.
 *
 * @param url https, or http on a loopback address; without a query
 * @param addresses blocks that its addresses lie in, which may be private; if empty, public addresses and those that
 *     the dialer's rules waive
 * @param form of each record, unless the body has its own
 * @param header the name of a header with a secret
 * @param headerFile the file with its whole value, read for each batch; null for none
 * @param hmacFile the file of the key that bodies are signed with, read for each batch; null for none
 * @param timeLimit for a batch: connection, request and answer together
 */
public record HttpSettings(
        CanonicalUrl url,
        List<String> addresses,
        BatchBody body,
        ExportForm form,
        String header,
        @Nullable Path headerFile,
        @Nullable Path hmacFile,
        Duration timeLimit)
        implements SinkTarget {
    public HttpSettings {
        addresses = List.copyOf(addresses);
    }
}
