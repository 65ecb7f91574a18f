package io.sallyport.fetch;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.EventBuilder;
import io.sallyport.audit.FetchPart;
import io.sallyport.audit.RequestPart;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.cache.CachedContent;
import io.sallyport.fetch.cache.CachedFile;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.file.FileUrl;
import io.sallyport.fetch.forge.SkillTransport;
import io.sallyport.fetch.scan.ScanReport;
import io.sallyport.fetch.url.SkillUrl;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.model.Sha256;
import io.sallyport.model.secret.FoundSecret;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What becomes known of one request on its way, for its record. Used by one thread at a time. */
final class FetchTrace {
    private static final String RUNTIME = "runtime";

    private final String auditId;
    private final long timeMillis;
    private final long startNanos;
    private final @Nullable FetchRun run;

    private @Nullable CanonicalRequest question;
    private @Nullable String url;
    private @Nullable Sha256 pin;
    private final List<String> leads = new ArrayList<>();
    private final Set<FoundSecret> found = new LinkedHashSet<>();
    private boolean isCounted;
    private @Nullable String allowedBy;
    private @Nullable Boolean cacheHit;
    private boolean isReached;
    private @Nullable SkillTransport transport;
    private @Nullable CachedContent content;
    private int files = -1;
    private @Nullable ScanReport report;
    private @Nullable Boolean blocked;
    private @Nullable String note;
    private Reported reported = Reported.NONE;
    private List<String> credentials = List.of();

    FetchTrace(String auditId, long timeMillis, long startNanos, @Nullable FetchRun run) {
        this.auditId = auditId;
        this.timeMillis = timeMillis;
        this.startNanos = startNanos;
        this.run = run;
    }

    void url(SkillUrl read) {
        question = read.question();
        search(read.question());
        url = shown(read.text());
        pin = read.sha256();
    }

    void url(FileUrl read) {
        CanonicalUrl at = read.url();
        question = CanonicalRequest.fetch(at.scheme(), at.host(), at.port(), at.path());
        search(at.get());
        url = shown(read.text());
        pin = read.sha256();
    }

    /** Notes that a target sent the request on. */
    void redirected(CanonicalUrl to) {
        leads.add(search(to.get()) ? to.host().text() : to.toString());
    }

    /** Returns whether there is a secret in the URL, which is noted. */
    private boolean search(CanonicalRequest asked) {
        List<FoundSecret> more = run == null ? List.of() : run.findings().in(asked);
        found.addAll(more);
        return !more.isEmpty();
    }

    /** The record does not repeat a secret. */
    private @Nullable String shown(String text) {
        return found.isEmpty() ? text : null;
    }

    void got(CachedFile file) {
        content = file;
        files = 1;
    }

    /** Notes that one of the run's fetches was taken for it. */
    void counted() {
        isCounted = true;
    }

    boolean isCounted() {
        return isCounted;
    }

    void allowedBy(@Nullable String entry) {
        allowedBy = entry;
    }

    /** Notes the names of the credentials that it is sent with. */
    void carries(List<String> names) {
        credentials = names;
    }

    /** Notes what rules in report mode say, also of a URL that the first one leads to. */
    void reported(Reported said) {
        reported = reported.and(said);
    }

    void cacheHit(boolean hit) {
        cacheHit = hit;
        isReached |= hit;
    }

    /** Notes that one of the run's attempts was taken for it: a target outside may hear of it. */
    void attempted() {
        isReached = true;
    }

    void cameBy(SkillTransport used) {
        transport = used;
    }

    /** Notes what was done to the cache. */
    void note(String text) {
        note = text;
        isReached = true;
    }

    void scanned(CachedSkill skill, ScanReport found, boolean isBlocked) {
        content = skill;
        files = skill.entries().size();
        report = found;
        blocked = isBlocked;
    }

    /** @param refused null where it was served */
    AuditEvent record(@Nullable FetchRefusal refused, long nowNanos) {
        EventBuilder event = AuditEvent.begin(auditId, timeMillis)
                .reported(reported)
                .findings(List.copyOf(found))
                .credentials(credentials)
                .took((nowNanos - startNanos) / 1_000)
                .rule(refused == null ? null : refused.rule())
                .detail(detail(refused));
        if (run != null) {
            event.sandbox(run.sandbox().text(), run.run(), run.generation()).guardrails(run.guardrails());
        }
        RequestPart request = question == null ? RequestPart.NONE : RequestPart.of(question, List.copyOf(found), false);
        return refused == null
                ? event.fetch(request, fetched(), ReasonCode.GRANTED, 200)
                : event.fetch(request, fetched(), refused.reason(), refused.status());
    }

    private @Nullable String detail(@Nullable FetchRefusal refused) {
        List<String> said = new ArrayList<>();
        if (note != null) {
            said.add(note);
        }
        if (!leads.isEmpty()) {
            said.add("redirected to " + String.join(", then ", leads));
        }
        if (refused != null) {
            said.add(refused.detail() == null ? refused.text() : refused.text() + ": " + refused.detail());
        }
        return said.isEmpty() ? null : String.join("; ", said);
    }

    private FetchPart fetched() {
        CachedContent what = content;
        ScanReport scanned = report;
        return new FetchPart(
                RUNTIME,
                url,
                pin == null ? null : pin.hex(),
                allowedBy,
                what == null ? -1 : what.fetchTime().toEpochMilli(),
                cacheHit,
                transport == null ? null : transport.word(),
                what == null ? -1 : what.bytes(),
                files,
                blocked,
                scanned == null
                        ? List.of()
                        : scanned.findings().stream()
                                .map(each -> new FetchPart.Finding(
                                        each.id(), each.severity().word(), each.file(), each.line()))
                                .toList(),
                scanned == null ? -1 : scanned.total(),
                isReached);
    }
}
