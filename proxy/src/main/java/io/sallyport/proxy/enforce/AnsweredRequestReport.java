package io.sallyport.proxy.enforce;

import io.sallyport.decision.WebReport;
import io.sallyport.model.message.RequestBody;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What only reports on a request that policy lets pass and an endpoint answers.
 *
 * @param body asked where something reads the body, which was not read; else null
 * @param mostBytes of the body that are read; of a longer one the beginning is reported on
 */
record AnsweredRequestReport(WebReport.Said head, @Nullable BodyReport body, int mostBytes) implements WebReport {
    private static final Logger LOG = LoggerFactory.getLogger(AnsweredRequestReport.class);

    @Override
    public Said whole(byte[] bytes) {
        return body == null ? head : asked(body, bytes);
    }

    private Said asked(BodyReport report, byte[] bytes) {
        RequestBody whole = bytes.length > mostBytes
                ? RequestBody.beginning(Arrays.copyOf(bytes, mostBytes))
                : RequestBody.of(bytes, mostBytes);
        try {
            BodyReport.Said said = report.asked(whole);
            var found = Stream.concat(head.found().stream(), said.found().stream());
            return new Said(
                    said.reported() == null ? head.reported() : said.reported(),
                    found.distinct().toList());
        } catch (RuntimeException | StackOverflowError broken) {
            LOG.error("a body is not reported on by a fault of ours", broken);
            return head;
        }
    }
}
