package io.sallyport.admin;

import io.sallyport.admin.answer.NotDurable;
import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.answer.Settled;
import io.sallyport.admin.body.PhaseBody;
import io.sallyport.admin.body.Read;
import io.sallyport.admin.body.RollbackBody;
import io.sallyport.admin.body.SandboxBody;
import io.sallyport.admin.proxy.ProxyKind;
import io.sallyport.admin.sandbox.PastDocumentsJson;
import io.sallyport.admin.sandbox.TunnelsJson;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Confirmation;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.Control.DocumentsView;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.Control.SandboxView;
import io.sallyport.control.calls.HistoryControl;
import io.sallyport.control.calls.HistoryControl.HistoryAnswer;
import io.sallyport.control.calls.HistoryControl.PastDocuments;
import io.sallyport.control.calls.TunnelReport;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.OwnReply;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Translates the calls about sandboxes from HTTP to {@link Control} and back. Immutable. */
final class SandboxCalls {
    private static final int MAX_PAGE = 1_000;
    private static final Comparator<SandboxView> BY_ID =
            Comparator.comparing(view -> view.id().text());
    private static final Problem NO_RECEIPT =
            Problem.of(404, "NO_RECEIPT", "there is no sandbox of that id, or it was not put by a delegation");

    private final Control control;
    private final HistoryControl history;
    private final TunnelReport.Source tunnels;
    private final AdminSettings settings;

    SandboxCalls(Control control, HistoryControl history, TunnelReport.Source tunnels, AdminSettings settings) {
        this.control = control;
        this.history = history;
        this.tunnels = tunnels;
        this.settings = settings;
    }

    OwnReply.Whole list(Call call) {
        Integer limit = Numbers.between(call.parameter("limit"), MAX_PAGE, 1, MAX_PAGE);
        if (limit == null) {
            return Numbers.refused("limit", 1, MAX_PAGE).answer();
        }
        String after = call.parameter("after");
        List<SandboxView> page = control.list().stream()
                .sorted(BY_ID)
                .filter(view -> after == null || view.id().text().compareTo(after) > 0)
                .limit(limit + 1L)
                .toList();
        boolean more = page.size() > limit;
        List<SandboxView> shown = more ? page.subList(0, limit) : page;
        return OwnReply.json(
                200,
                AnswerDocuments.sandboxes(shown, more ? shown.getLast().id().text() : null));
    }

    OwnReply.Whole get(Call call) {
        SandboxView view = control.get(call.requireId());
        return view == null ? Problem.missing("sandbox").answer() : got(call, view);
    }

    private static OwnReply.Whole got(Call call, SandboxView view) {
        String tag = Long.toString(view.generation());
        return CallCondition.got(call.condition(), tag, tag, OwnReply.json(200, AnswerDocuments.sandbox(view)));
    }

    OwnReply.Whole documents(Call call) {
        DocumentsView view = control.documents(call.requireId());
        return view == null ? Problem.missing("sandbox").answer() : OwnReply.json(200, SubmittedDocuments.text(view));
    }

    /** Returns the receipt of the delegation by which the sandbox, or the lease, was put. */
    OwnReply.Whole receipt(Call call) {
        String json = control.receipt(call.requireId());
        return json == null ? NO_RECEIPT.answer() : OwnReply.json(200, json);
    }

    CompletionStage<Settled> put(Call call) {
        String rotate = call.parameter("rotate");
        if (rotate != null && !rotate.equals("token")) {
            return Settled.malformed(Problem.of(400, "INVALID_PARAMETER", "rotate is not \"token\""));
        }
        String proxyUrl = proxyUrl(call);
        if (proxyUrl == null) {
            return Settled.malformed(Problem.of(
                    400, "INVALID_PARAMETER", "proxy is not the word of a listener that all sandboxes share"));
        }
        return switch (SandboxBody.read(call.body(), settings.issuers())) {
            case Read.Bad<SandboxDocuments> bad -> Settled.malformed(bad.problem());
            case Read.Good<SandboxDocuments>(var documents) ->
                GuardrailCalls.withOrigin(
                        call,
                        origin -> control.put(
                                        call.requireId(),
                                        new SandboxChange(documents, call.condition(), rotate != null, origin))
                                .thenApply(answer -> settled(answer, proxyUrl, origin)));
        };
    }

    /** Returns the URL of the listener that the call names, or null if there is none. */
    private @Nullable String proxyUrl(Call call) {
        String word = call.parameter("proxy");
        ProxyKind kind = word == null ? ProxyKind.HTTP : ProxyKind.of(word);
        return kind == null ? null : settings.proxy().of(kind, call.requireId());
    }

    CompletionStage<Settled> delete(Call call) {
        return control.delete(call.requireId()).thenApply(removed -> switch (removed.removal()) {
            case DURABLE -> Settled.done(gone(removed.confirmed()), -1);
            case NOT_DURABLE -> NotDurable.removal();
            case UNKNOWN -> Settled.conflict(Problem.missing("sandbox"));
        });
    }

    private static OwnReply.Whole gone(@Nullable Confirmation confirmed) {
        return confirmed == null
                ? OwnReply.nothing()
                : OwnReply.nothing().with("Sallyport-Confirmed", confirmed.gateways() + "/" + confirmed.of());
    }

    CompletionStage<Settled> phase(Call call) {
        return switch (PhaseBody.read(call.body())) {
            case Read.Bad<Phase> bad -> Settled.malformed(bad.problem());
            case Read.Good<Phase>(var phase) ->
                control.phase(call.requireId(), phase)
                        .thenApply(answer -> settled(
                                answer,
                                inForce -> inForce(inForce, settings.proxy().of(call.requireId()))));
        };
    }

    OwnReply.Whole tunnels(Call call) {
        SandboxId id = call.requireId();
        return control.get(id) == null
                ? Problem.missing("sandbox").answer()
                : OwnReply.json(200, TunnelsJson.of(id, tunnels.open(id)));
    }

    OwnReply.Whole history(Call call) {
        SandboxId id = call.requireId();
        return past(id, all -> Optional.of(PastDocumentsJson.list(id, all)));
    }

    /** Returns the documents of the generation that the last segment names. */
    OwnReply.Whole pastDocuments(Call call) {
        String generation = call.lastSegment();
        return past(
                call.requireId(),
                all -> all.stream()
                        .filter(one -> generation.equals(Long.toString(one.generation())))
                        .findFirst()
                        .map(one -> SubmittedDocuments.text(new DocumentsView(one.generation(), one.documents()))));
    }

    private OwnReply.Whole past(SandboxId id, Function<List<PastDocuments>, Optional<String>> json) {
        return switch (history.past(id)) {
            case HistoryAnswer.Found(var all) ->
                json.apply(all)
                        .map(text -> OwnReply.json(200, text))
                        .orElseGet(Problem.missing("generation in the history")::answer);
            case HistoryAnswer.Unknown() -> Problem.missing("sandbox").answer();
            case HistoryAnswer.Unavailable(var why) -> Problem.unavailable(why).answer();
        };
    }

    /** Puts an earlier generation in force again. */
    CompletionStage<Settled> rollBack(Call call) {
        SandboxId id = call.requireId();
        return switch (RollbackBody.read(call.body(), "generation")) {
            case Read.Bad<Long> bad -> Settled.malformed(bad.problem());
            case Read.Good<Long>(var generation) ->
                GuardrailCalls.withOrigin(
                        call,
                        origin -> history.rollBack(id, generation, call.condition(), origin)
                                .thenApply(answer ->
                                        settled(answer, settings.proxy().of(id), origin)));
        };
    }

    private Settled settled(SandboxAnswer answer, String proxyUrl, ChangeOrigin origin) {
        return settled(answer, inForce -> inForce(inForce, proxyUrl).noted(origin.note()));
    }

    private Settled inForce(SandboxAnswer.InForce inForce, String proxyUrl) {
        long generation = inForce.view().generation();
        OwnReply.Whole shown =
                OwnReply.json(inForce.created() ? 201 : 200, AnswerDocuments.inForce(inForce, settings, proxyUrl));
        return Settled.delegated(CallCondition.tagged(shown, Long.toString(generation)), generation, inForce.receipt());
    }

    /** @param inForce returns the result of a change that is in force */
    static Settled settled(SandboxAnswer answer, Function<SandboxAnswer.InForce, Settled> inForce) {
        return switch (answer) {
            case SandboxAnswer.InForce done -> inForce.apply(done);
            case SandboxAnswer.Pending(var change, var diagnostics) -> ApprovalCalls.pending(change, diagnostics);
            case SandboxAnswer.Full(var why) -> Settled.conflict("TOO_MANY_PENDING", why);
            case SandboxAnswer.Refused(var diagnostics) -> Settled.refused(diagnostics);
            case SandboxAnswer.MovedOn(long generation) ->
                Settled.conflict(Problem.of(412, "MOVED_ON", "nothing was changed: the sandbox is " + at(generation)));
            case SandboxAnswer.Taken(var code, var why) -> Settled.conflict(code, why);
            case SandboxAnswer.Unknown() -> Settled.conflict(Problem.missing("sandbox"));
            case SandboxAnswer.Unavailable(var why) -> Settled.unavailable(why);
        };
    }

    private static String at(long generation) {
        return generation == 0 ? "not there" : "at generation " + generation;
    }
}
