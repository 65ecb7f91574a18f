package io.sallyport.cli.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.FetchPart;
import io.sallyport.audit.RequestPart;
import io.sallyport.model.ReasonCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FetchLinesTest {
    private final StringWriter out = new StringWriter();

    private String line(@Nullable Boolean cacheHit, @Nullable String transport) {
        var fetched = new FetchPart(
                "runtime", "https://files.test/a", null, null, 1, cacheHit, transport, 7, 1, null, List.of(), -1, true);
        AuditEvent record =
                AuditEvent.begin("a-1", 1).took(20_000).fetch(RequestPart.NONE, fetched, ReasonCode.GRANTED, 200);
        new FetchLines(new Nowhere(), new PrintWriter(out)).append(record);
        return out.toString();
    }

    @Test
    void whatWasKeptHereIsToldApartFromWhatCame() {
        assertThat(line(true, null)).contains("1 files, 7 bytes, kept, ");
    }

    @Test
    void aSingleFileThatCameFromOutsideIsNotCalledKept() {
        assertThat(line(false, null)).contains("1 files, 7 bytes, fetched, ");
    }

    @Test
    void aSkillIsToldWithItsTransport() {
        assertThat(line(false, "git")).contains(", by git, ");
    }

    private record Nowhere() implements AuditLog {
        @Override
        public String nextId() {
            return "a-2";
        }

        @Override
        public boolean isAccepting() {
            return true;
        }

        @Override
        public void append(AuditEvent record, Executor executor, Written written) {
            append(record);
        }

        @Override
        public void append(AuditEvent record) {}
    }
}
