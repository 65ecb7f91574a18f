package io.sallyport.fetch;

import io.sallyport.audit.AuditRecord;
import io.sallyport.audit.Fetched;
import io.sallyport.audit.RequestPart;
import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.scan.ScanReport;
import io.sallyport.fetch.url.SkillUrl;
import io.sallyport.model.ReasonCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes known of one request on its way, for its record. Used by one thread at a time. */
final class FetchTrace {
    private static final String KIND = "fetch";
    private static final String RUNTIME = "runtime";

    private final String auditId;
    private final long timeMillis;
    private final long startNanos;
    private final @Nullable FetchRun run;

    private @Nullable SkillUrl url;
    private @Nullable String allowedBy;
    private @Nullable Boolean cacheHit;
    private @Nullable CachedSkill skill;
    private @Nullable ScanReport report;
    private @Nullable Boolean blocked;
    private @Nullable String note;

    FetchTrace(String auditId, long timeMillis, long startNanos, @Nullable FetchRun run) {
        this.auditId = auditId;
        this.timeMillis = timeMillis;
        this.startNanos = startNanos;
        this.run = run;
    }

    void url(SkillUrl read) {
        url = read;
    }

    void allowedBy(String entry) {
        allowedBy = entry;
    }

    void cacheHit(boolean hit) {
        cacheHit = hit;
    }

    void note(String text) {
        note = text;
    }

    void scanned(CachedSkill files, ScanReport found, boolean isBlocked) {
        skill = files;
        report = found;
        blocked = isBlocked;
    }

    /** @param refused null where it was served */
    AuditRecord record(@Nullable Refused refused, long nowNanos) {
        AuditRecord.Builder record = AuditRecord.begin(auditId, timeMillis, KIND)
                .took((nowNanos - startNanos) / 1_000)
                .detail(detail(refused))
                .fetched(fetched());
        if (run != null) {
            record.sandbox(run.sandbox().text(), run.run(), run.generation());
        }
        if (url != null) {
            record.request(RequestPart.of(url.question()));
        }
        return refused == null
                ? record.ended(ReasonCode.GRANTED, 200)
                : record.ended(refused.reason(), refused.status());
    }

    private @Nullable String detail(@Nullable Refused refused) {
        String said = refused == null
                ? null
                : refused.detail() == null ? refused.text() : refused.text() + ": " + refused.detail();
        return note == null ? said : said == null ? note : note + "; " + said;
    }

    private Fetched fetched() {
        SkillUrl asked = url;
        CachedSkill files = skill;
        ScanReport found = report;
        return new Fetched(
                RUNTIME,
                asked == null ? null : asked.text(),
                asked == null ? null : asked.sha256().hex(),
                allowedBy,
                files == null ? -1 : files.fetchTime().toEpochMilli(),
                cacheHit,
                files == null ? -1 : files.bytes(),
                files == null ? -1 : files.entries().size(),
                blocked,
                found == null
                        ? List.of()
                        : found.findings().stream()
                                .map(each -> new Fetched.Finding(
                                        each.id(), each.severity().word(), each.file(), each.line()))
                                .toList());
    }
}
