package io.sallyport.admin;

import io.sallyport.admin.answer.Problem;
import io.sallyport.audit.AuditFilter;
import io.sallyport.audit.AuditLine;
import io.sallyport.audit.AuditQueries;
import io.sallyport.audit.AuditStream;
import io.sallyport.web.EventSource;
import io.sallyport.web.Reply;
import org.jspecify.annotations.Nullable;

/** The limited number of callers that follow the audit log. Confined to the event loop. */
final class Followers {
    private final AuditQueries history;
    private final int most;
    private int now;

    Followers(AuditQueries history, int most) {
        this.history = history;
        this.most = most;
    }

    Reply follow(AuditFilter filter) {
        if (now >= most) {
            return Reply.now(
                    Problem.unavailable("too many follow the audit already").answer());
        }
        now++;
        return new Reply.Events(signal -> new Lines(history.follow(filter, signal)));
    }

    /** Sends audit lines as events. Lines that overflow the stream's bounded queue are reported as a count. */
    private final class Lines implements EventSource {
        private final AuditStream lines;

        private Lines(AuditStream lines) {
            this.lines = lines;
        }

        @Override
        public @Nullable String next() {
            AuditLine line = lines.poll();
            if (line != null) {
                return "id: " + line.fields().getOrDefault("audit_id", "") + "\ndata: " + line.text() + "\n\n";
            }
            long dropped = lines.takeDropped();
            return dropped > 0 ? "event: dropped\ndata: {\"count\":" + dropped + "}\n\n" : null;
        }

        @Override
        public void close() {
            lines.close();
            now--;
        }
    }
}
