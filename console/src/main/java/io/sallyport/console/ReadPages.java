package io.sallyport.console;

import io.sallyport.console.metrics.MetricSamples;
import io.sallyport.console.page.AuditSearch;
import io.sallyport.console.page.Decisions;
import io.sallyport.console.page.Generation;
import io.sallyport.console.page.HealthPage;
import io.sallyport.console.page.LiveFilter;
import io.sallyport.console.page.LivePage;
import io.sallyport.console.page.RecordPage;
import io.sallyport.console.page.RecordsPage;
import io.sallyport.console.page.RefusalsPage;
import io.sallyport.console.page.SandboxPage;
import io.sallyport.console.page.SandboxesPage;
import io.sallyport.console.page.TunnelRow;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.OwnReply;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/** The pages that only read. Stateless. */
final class ReadPages {
    private static final int RECENT = 60;
    private static final int MAX_RECORDS = 1_000;
    private static final int SANDBOXES = 200;
    private static final Pattern AUDIT_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private ReadPages() {}

    static CompletionStage<OwnReply.Whole> live(Visit visit) {
        LiveFilter filter = LiveFilter.of(visit.address().query());
        return visit.page(
                visit.get("/v1/audit?limit=" + RECENT + filter.query()),
                audit -> PageTemplates.page(
                        200,
                        "live",
                        visit.frame("Live", "live"),
                        new LivePage(Decisions.of(audit.content()).reversed(), filter)));
    }

    static CompletionStage<OwnReply.Whole> sandboxes(Visit visit) {
        String after = visit.address().query().text("after");
        String from = SandboxId.parse(after) == null ? "" : "&after=" + after;
        return visit.page(
                visit.get("/v1/sandboxes?limit=" + SANDBOXES + from),
                answer -> PageTemplates.page(
                        200, "sandboxes", visit.frame("Sandboxes", "sandboxes"), SandboxesPage.of(answer.content())));
    }

    static CompletionStage<OwnReply.Whole> sandbox(Visit visit) {
        SandboxId id = SandboxId.parse(visit.address().segment(1));
        if (id == null) {
            return CompletableFuture.completedStage(ConsoleReplies.missing(visit.frame("Sandbox", "sandboxes")));
        }
        String path = "/v1/sandboxes/" + id.text();
        List<String> targets = List.of(
                path,
                path + "/effective",
                path + "/documents",
                "/v1/audit?limit=500&sandbox=" + id.text(),
                path + "/history",
                "/v1/audit?kind=policy&limit=500&sandbox=" + id.text(),
                path + "/tunnels");
        return visit.pageOf(
                visit.getAll(targets),
                all -> PageTemplates.page(
                        200,
                        "sandbox",
                        visit.frame(id.text(), "sandboxes"),
                        SandboxPage.of(
                                all.getFirst().content(),
                                all.get(1).content(),
                                all.get(2).content(),
                                all.get(3).content(),
                                Generation.of(all.get(4).content(), all.get(5).content()),
                                TunnelRow.of(all.get(6).content()))));
    }

    static CompletionStage<OwnReply.Whole> refusals(Visit visit) {
        return visit.page(
                visit.get("/v1/audit?verdict=deny&limit=" + MAX_RECORDS),
                audit -> PageTemplates.page(
                        200, "refusals", visit.frame("Refusals", "refusals"), RefusalsPage.of(audit.content())));
    }

    static CompletionStage<OwnReply.Whole> audit(Visit visit) {
        AuditSearch search = AuditSearch.of(visit.address().query());
        return visit.page(
                visit.get("/v1/audit?limit=300" + search.query()),
                audit -> PageTemplates.page(
                        200, "audit", visit.frame("Audit", "audit"), RecordsPage.of(audit.content(), search)));
    }

    static CompletionStage<OwnReply.Whole> record(Visit visit) {
        String id = visit.address().segment(1);
        if (!AUDIT_ID.matcher(id).matches()) {
            return CompletableFuture.completedStage(ConsoleReplies.missing(visit.frame("Record", "audit")));
        }
        return visit.page(
                visit.get("/v1/audit?audit_id=" + id),
                found -> PageTemplates.page(
                        200,
                        "record",
                        visit.frame("Record", "audit"),
                        RecordPage.of(id, found.reply().body())));
    }

    static CompletionStage<OwnReply.Whole> health(Visit visit) {
        return visit.getAll(List.of("/healthz?verbose", "/metrics", "/v1/configuration"))
                .thenApplyAsync(
                        all -> PageTemplates.page(
                                200,
                                "health",
                                visit.frame("Health", "health"),
                                HealthPage.of(
                                        all.getFirst().problem(),
                                        all.get(1).reply().body(),
                                        all.getLast().content())),
                        visit.workers());
    }

    /** Returns the metrics as JSON, for charts. */
    static CompletionStage<OwnReply.Whole> samples(Visit visit) {
        return visit.page(
                visit.get("/metrics"),
                metrics -> Guarded.of(
                        OwnReply.json(200, MetricSamples.json(metrics.reply().body()))));
    }
}
