package io.sallyport.admin;

import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Confirmation;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.Control.GuardrailsPromotion;
import io.sallyport.decision.explain.EffectiveLine;
import io.sallyport.decision.explain.EffectiveLine.Effect;
import io.sallyport.decision.explain.EffectivePolicy;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.PolicyLayer;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Phase;
import io.sallyport.model.Provenance;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import io.sallyport.model.answer.TrialTerms;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.placeholder.PlaceholderFile;
import io.sallyport.model.placeholder.SandboxPlaceholders;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Keeps sandboxes in memory and writes down what it was asked. Safe for concurrent use. */
final class RecordingControl implements Control {
    private static final PlaceholderFile FILE = new PlaceholderFile("NETRC", "{file}", ".netrc", "password abc\n");

    /** What was asked, in order, as {@code put sb-1}. */
    final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    final List<SandboxChange> changes = Collections.synchronizedList(new ArrayList<>());
    final List<GuardrailsDocuments> guardrailChanges = Collections.synchronizedList(new ArrayList<>());
    final List<ChangeOrigin> origins = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, SandboxView> sandboxes = Collections.synchronizedMap(new TreeMap<>());

    /** What the next puts are answered, or null for success. */
    volatile @Nullable SandboxAnswer next;

    volatile @Nullable GuardrailsAnswer nextGuardrails;
    volatile GuardrailsView candidate = new GuardrailsView(0, "", Map.of(), null, null);
    volatile Removal removal = Removal.DURABLE;
    volatile @Nullable Confirmation confirmed;
    /** Completed before a put is answered. */
    volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

    volatile boolean throwing;

    @Override
    public CompletionStage<SandboxAnswer> put(SandboxId id, SandboxChange change) {
        asked.add("put " + id);
        changes.add(change);
        if (throwing) {
            throw new IllegalStateException("secret-in-a-fault");
        }
        SandboxAnswer given = next;
        return gate.thenApply(_ -> given != null ? given : created(id, change));
    }

    private SandboxAnswer created(SandboxId id, SandboxChange change) {
        SandboxView before = sandboxes.get(id.text());
        long generation = before == null ? 1 : before.generation() + 1;
        if (!change.condition().holds(before == null ? null : Long.toString(before.generation()))) {
            return new SandboxAnswer.MovedOn(before == null ? 0 : before.generation());
        }
        Phase phase = change.documents().phase();
        SandboxView view = view(
                id,
                generation,
                phase == null ? Phase.PLANNING : phase,
                change.documents().run(),
                change.documents().labels());
        sandboxes.put(id.text(), view);
        Tokens fresh = before == null || change.rotateToken()
                ? new Tokens("tok/en+1", "fetch-token", new SandboxPlaceholders(Map.of(), List.of(FILE)))
                : null;
        List<Diagnostic> warnings = List.of(Diagnostic.warning(
                "lease", 1, 2, DiagnosticCode.NOT_ASKED_FOR, "nothing asks for tool.call yet", null));
        return new SandboxAnswer.InForce(view, before == null, warnings, fresh, null, null);
    }

    /** Makes sandboxes that take much room in an answer. */
    void fill(int count, int labelChars) {
        for (int i = 0; i < count; i++) {
            var id = new SandboxId("sb-" + i);
            Map<String, String> labels = Map.of("long", "x".repeat(labelChars));
            sandboxes.put(id.text(), view(id, 1, Phase.PLANNING, null, labels));
        }
    }

    static SandboxView view(
            SandboxId id, long generation, Phase phase, @Nullable String run, Map<String, String> labels) {
        return new SandboxView(
                id,
                generation,
                "ab12",
                "loaded",
                phase,
                run,
                labels,
                "2026-12-01T00:00:00Z",
                List.of("https://api.github.com/**"),
                "-----BEGIN CERTIFICATE-----\n",
                Map.of("allowed", 2L, "denied", 1L),
                new SandboxId("parent-1"),
                new WorkspaceId("docs"),
                Map.of("USD", new BigDecimal("0.70")),
                List.of(),
                List.of(),
                TrialTerms.NONE);
    }

    @Override
    public Optional<EffectivePolicy> effective(SandboxId id) {
        var at = new Provenance("g.rego", 3, 1, null);
        return Optional.of(new EffectivePolicy(
                id,
                3,
                "ab12",
                true,
                Phase.PLANNING,
                null,
                null,
                Map.of("USD", BigDecimal.ONE),
                TrialTerms.NONE,
                List.of(
                        new EffectiveLine(
                                PolicyLayer.ORGANISATION,
                                null,
                                Effect.DENIES,
                                "guardrails",
                                "guardrails:a",
                                "",
                                Mode.REPORT,
                                at),
                        new EffectiveLine(
                                PolicyLayer.SANDBOX,
                                null,
                                Effect.GRANTS,
                                "lease",
                                "lease:net.fetch[0]",
                                "https://api.github.com/**",
                                Mode.ENFORCE,
                                null))));
    }

    @Override
    public CompletionStage<ExplainAnswer> explain(SandboxId id, Question request, RequestHeaders headers) {
        asked.add("explain " + id + " " + request);
        Decision denied = Decision.Deny.of(ReasonCode.NO_GRANT);
        return CompletableFuture.completedStage(
                sandboxes.containsKey(id.text())
                        ? new ExplainAnswer.Explained(
                                new Explanation(request, denied, "a fault", 7, "ab", List.of(), null))
                        : new ExplainAnswer.Unknown());
    }

    @Override
    public CompletionStage<ExplainAnswer> explainToSandbox(SandboxId id, Question asked, RequestHeaders headers) {
        throw new UnsupportedOperationException("no call of the control API");
    }

    @Override
    public CompletionStage<SuggestAnswer> suggest(SandboxId id, Collection<? extends Question> refused) {
        asked.add("suggest " + id + " " + refused);
        Decision denied = Decision.Deny.of(ReasonCode.NO_GRANT);
        return CompletableFuture.completedStage(new SuggestAnswer.Suggested(new Suggestion(
                List.of(new Suggestion.Proposal(List.of(new Explanation.Addition("lease", "x")), 1, null)),
                refused.stream()
                        .map(request -> new Suggestion.Outcome(request, denied, denied))
                        .toList())));
    }

    @Override
    public @Nullable SandboxView get(SandboxId id) {
        return sandboxes.get(id.text());
    }

    @Override
    public @Nullable String receipt(SandboxId id) {
        return sandboxes.containsKey(id.text()) ? "{\"v\":1}" : null;
    }

    @Override
    public @Nullable DocumentsView documents(SandboxId id) {
        SandboxView view = get(id);
        SandboxDocuments same = SandboxDocuments.builder()
                .lease("{\"net.fetch\": []}")
                .labels(view == null ? Map.of() : view.labels())
                .build();
        return view == null ? null : new DocumentsView(view.generation(), same);
    }

    @Override
    public List<SandboxView> list() {
        synchronized (sandboxes) {
            return List.copyOf(sandboxes.values());
        }
    }

    @Override
    public CompletionStage<Removed> delete(SandboxId id) {
        asked.add("delete " + id);
        Removal was = sandboxes.remove(id.text()) == null ? Removal.UNKNOWN : removal;
        return CompletableFuture.completedStage(new Removed(was, confirmed));
    }

    @Override
    public CompletionStage<SandboxAnswer> phase(SandboxId id, Phase phase) {
        asked.add("phase " + id + " " + phase.word());
        SandboxView before = sandboxes.get(id.text());
        if (before == null) {
            return CompletableFuture.completedStage(new SandboxAnswer.Unknown());
        }
        SandboxView after = view(id, before.generation(), phase, before.run(), before.labels());
        sandboxes.put(id.text(), after);
        return CompletableFuture.completedStage(new SandboxAnswer.InForce(after, false, List.of(), null, null, null));
    }

    @Override
    public CompletionStage<GuardrailsAnswer> putGuardrails(GuardrailsChange change) {
        GuardrailsDocuments documents = change.documents();
        asked.add("guardrails" + (change.dryRun() ? " dry" : ""));
        guardrailChanges.add(documents);
        origins.add(change.origin());
        GuardrailsAnswer given = change.condition().holds(guardrails().version())
                ? nextGuardrails
                : new GuardrailsAnswer.MovedOn(guardrails());
        return CompletableFuture.completedStage(
                given != null
                        ? given
                        : new GuardrailsAnswer.InForce(
                                new GuardrailsView(4, "cd34", documents.rego(), documents.data(), documents.revision()),
                                List.of(),
                                List.of(new SandboxId("sb-old")),
                                removal == Removal.DURABLE));
    }

    @Override
    public CompletionStage<GuardrailsAnswer> rollBackGuardrails(GuardrailsRollback rollback) {
        PastGuardrailsView past = pastGuardrails(Long.toString(rollback.epoch()));
        return past == null
                ? CompletableFuture.completedStage(new GuardrailsAnswer.Unknown())
                : putGuardrails(new GuardrailsChange(
                        new GuardrailsDocuments(past.set().rego(), past.set().data()),
                        rollback.condition(),
                        rollback.origin(),
                        rollback.dryRun()));
    }

    @Override
    public List<PastGuardrailsView> guardrailsHistory() {
        var before = new GuardrailsView(3, "ab12", Map.of("a.rego", "package x\n"), null, null);
        var origin = new ChangeOrigin("security", "ci.token", "close gists", 1L, null);
        return List.of(
                new PastGuardrailsView(guardrails(), 0, ChangeOrigin.UNKNOWN, false),
                new PastGuardrailsView(before, 1_000, origin, false));
    }

    @Override
    public @Nullable PastGuardrailsView pastGuardrails(String version) {
        return guardrailsHistory().stream()
                .filter(past -> version.equals(Long.toString(past.set().epoch()))
                        || version.equals(past.set().digest()))
                .findFirst()
                .orElse(null);
    }

    @Override
    public CompletionStage<GuardrailsAnswer> putCandidate(GuardrailsDocuments documents, boolean dryRun) {
        asked.add("candidate" + (dryRun ? " dry" : ""));
        return answered(documents.rego());
    }

    @Override
    public CompletionStage<GuardrailsAnswer> removeCandidate() {
        asked.add("no candidate");
        return answered(Map.of());
    }

    @Override
    public CompletionStage<GuardrailsAnswer> promoteCandidate(GuardrailsPromotion promotion) {
        asked.add("promote");
        if (!promotion.candidate().holds(candidate().digest())) {
            return CompletableFuture.completedStage(new GuardrailsAnswer.OtherCandidate(candidate()));
        }
        return answered(Map.of());
    }

    private CompletionStage<GuardrailsAnswer> answered(Map<String, String> rego) {
        GuardrailsAnswer given = nextGuardrails;
        return CompletableFuture.completedStage(
                given != null
                        ? given
                        : new GuardrailsAnswer.InForce(
                                new GuardrailsView(0, "ef56", rego, null, null), List.of(), List.of(), true));
    }

    @Override
    public List<String> guardrailRules() {
        return List.of("guardrails:quiet", "candidate:quiet");
    }

    @Override
    public GuardrailsView candidate() {
        return candidate;
    }

    @Override
    public GuardrailsView guardrails() {
        return new GuardrailsView(
                4, "cd34", Map.of("a.rego", "package sallyport.guardrails\n"), "{\"x\":[1]}", "2026-11-01");
    }
}
