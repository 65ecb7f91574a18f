package io.sallyport.proxy.enforce;

import io.sallyport.decision.WebReport;
import io.sallyport.model.Reported;
import io.sallyport.model.message.RequestBody;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What only reports on a request that policy lets pass and an endpoint answers.
 *
 * @param body asked where something reads the body, which was not read; else null
 * @param mostBytes of the body that are read; of a longer one the beginning is reported on
 */
record AnsweredRequestReport(Reported head, @Nullable BodyReport body, int mostBytes) implements WebReport {
    private static final Logger LOG = LoggerFactory.getLogger(AnsweredRequestReport.class);

    @Override
    public Reported whole(byte[] bytes) {
        return body == null ? head : asked(body, bytes);
    }

    private Reported asked(BodyReport report, byte[] bytes) {
        RequestBody whole = bytes.length > mostBytes
                ? RequestBody.beginning(Arrays.copyOf(bytes, mostBytes))
                : RequestBody.of(bytes, mostBytes);
        try {
            Reported said = report.asked(whole).reported();
            return said == null ? head : said;
        } catch (RuntimeException | StackOverflowError broken) {
            LOG.error("a body is not reported on by a fault of ours", broken);
            return head;
        }
    }
}
