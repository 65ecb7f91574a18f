package io.sallyport.admin;

import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.answer.Settled;
import io.sallyport.admin.ask.AskWatchers;
import io.sallyport.admin.health.ConfiguredValue;
import io.sallyport.admin.health.HealthReplies;
import io.sallyport.admin.health.Metrics;
import io.sallyport.admin.health.Readiness;
import io.sallyport.control.calls.LeaseControl;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.web.BodyFault;
import io.sallyport.web.HeadVerdict;
import io.sallyport.web.Reply;
import io.sallyport.web.WebCall;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dispatches each call to its handler. The record of a change is written before its answer. Confined to the event loop.
 */
final class Calls {
    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);
    private static final Set<Route> TAKE_AWAY =
            EnumSet.of(Route.DELETE_SANDBOX, Route.REVOKE_LEASE, Route.DISABLE_SKILL, Route.END_REPORT_MODE);
    private static final String OPENAPI = openApi();

    private final SandboxCalls sandboxes;
    private final TrialCalls trials;
    private final ReplayCalls replays;
    private final LeaseCalls leases;
    private final SkillCalls skills;
    private final WorkspaceCalls workspaces;
    private final GuardrailCalls guardrails;
    private final GuardrailHistoryCalls guardrailsHistory;
    private final ApprovalCalls approvals;
    private final AskCalls asks;
    private final AskWatchers watchers;
    private final ProviderCalls providers;
    private final ReportCalls reports;
    private final CheckCalls checks;
    private final ExplainCalls explanations;
    private final AuditCalls audit;
    private final Followers followers;
    private final Metrics metrics;
    private final Readiness readiness;
    private final List<ConfiguredValue> configuration;
    private final CallRecords records;
    private final Executor workers;
    private final int maxBodyBytes;

    Calls(AdminSettings settings, AdminParts parts, CallRecords records, Executor workers) {
        sandboxes = new SandboxCalls(parts.control(), parts.past(), parts.tunnels(), settings);
        trials = new TrialCalls(parts.trials(), parts.candidates());
        replays = new ReplayCalls(parts.replays(), parts.history(), parts.store(), parts.wall());
        leases = new LeaseCalls(parts.leases(), settings);
        skills = new SkillCalls(parts.skills());
        workspaces = new WorkspaceCalls(parts.workspaces(), settings.issuers());
        guardrails = new GuardrailCalls(parts.control(), parts.history().rules());
        guardrailsHistory = new GuardrailHistoryCalls(parts.control());
        approvals =
                new ApprovalCalls(parts.control(), parts.workspaces(), parts.approvals(), guardrails, parts.tokens());
        asks = new AskCalls(parts.asks());
        watchers = new AskWatchers(parts.asks(), settings.limits().maxStreams());
        providers = new ProviderCalls(parts.providers(), parts.logins());
        reports = new ReportCalls(parts.control(), parts.history().rules());
        checks = new CheckCalls(parts, records);
        explanations = new ExplainCalls(parts.control(), parts.history());
        audit = new AuditCalls(parts.history(), parts.store());
        followers = new Followers(parts.history(), settings.limits().maxStreams());
        metrics = parts.metrics();
        readiness = parts.readiness();
        configuration = parts.configuration();
        this.records = records;
        this.workers = workers;
        this.maxBodyBytes = settings.limits().maxBodyBytes();
    }

    /** Admits a call whose head was judged, and answers it once its body was received. */
    HeadVerdict admit(Call call) {
        return new HeadVerdict.Admitted(new Admitted(this, call));
    }

    /** An admitted call. It has no owner: holders of a token of this API are trusted not to hoard connections. */
    private record Admitted(Calls calls, Call call) implements WebCall {
        @Override
        public @Nullable SandboxId owner() {
            return null;
        }

        @Override
        public int maxBodyBytes() {
            return call.route().takesBody() ? calls.maxBodyBytes : 0;
        }

        @Override
        public Reply refuse(BodyFault fault) {
            Problem problem = switch (fault) {
                case TOO_LARGE -> Problem.tooLarge(calls.maxBodyBytes);
                case NO_ROOM -> Problem.unavailable("too many bodies are being read already");
                case TOO_MANY_CONNECTIONS -> Problem.unavailable("too many calls are under way already");
                case LATE -> Problem.of(408, "TIMEOUT", "the body did not arrive in time");
            };
            return Reply.now(problem.answer());
        }

        @Override
        public Reply answer(ByteBuffer body) {
            return calls.reply(call.with(body));
        }
    }

    private Reply reply(Call call) {
        return switch (call.route()) {
            case HEALTHZ -> here(() -> alive(call));
            case READYZ -> here(() -> HealthReplies.ready(readiness));
            case METRICS ->
                aside(() -> HealthReplies.scraped(metrics, call.asked().headers()));
            case OPENAPI -> Reply.now(OwnReply.json(200, OPENAPI));
            case LIST_SANDBOXES -> aside(() -> sandboxes.list(call));
            case GET_SANDBOX -> here(() -> sandboxes.get(call));
            case GET_DOCUMENTS -> here(() -> sandboxes.documents(call));
            case GET_RECEIPT -> here(() -> sandboxes.receipt(call));
            case GET_TUNNELS -> aside(() -> sandboxes.tunnels(call));
            case SANDBOX_HISTORY -> aside(() -> sandboxes.history(call));
            case GET_PAST_DOCUMENTS -> aside(() -> sandboxes.pastDocuments(call));
            case ROLL_BACK_SANDBOX -> change(call, () -> sandboxes.rollBack(call));
            case PUT_SANDBOX -> change(call, () -> sandboxes.put(call));
            case DELETE_SANDBOX -> change(call, () -> sandboxes.delete(call));
            case SET_PHASE -> change(call, () -> sandboxes.phase(call));
            case LIST_TRIALS -> aside(trials::list);
            case GET_CANDIDATE -> here(() -> trials.get(call));
            case PUT_CANDIDATE -> change(call, () -> trials.put(call));
            case REMOVE_CANDIDATE -> change(call, () -> trials.remove(call));
            case CANDIDATE_REPORT -> aside(() -> trials.report(call));
            case PROMOTE_CANDIDATE -> change(call, () -> trials.promote(call));
            case BEGIN_REPORT_MODE -> change(call, () -> trials.report(call, true));
            case END_REPORT_MODE -> change(call, () -> trials.report(call, false));
            case GET_SKILLS -> here(() -> skills.get(call));
            case PUT_SKILLS -> change(call, () -> skills.put(call));
            case REMOVE_SKILLS -> change(call, () -> skills.remove(call));
            case RELOAD_SKILLS -> change(call, () -> skills.reload(call));
            case ENABLE_SKILL -> change(call, () -> skills.turn(call, true));
            case DISABLE_SKILL -> change(call, () -> skills.turn(call, false));
            case CHECK -> checks.check(call);
            case DECIDE -> checks.decide(call);
            case EXPLAIN -> later(() -> explanations.explain(call));
            case EFFECTIVE -> aside(() -> explanations.effective(call));
            case SUGGEST -> asideLater(() -> explanations.suggest(call));
            case REPLAY -> asideLater(() -> replays.replay(call));
            case SANDBOX_METRIC -> change(call, () -> leases.spend(call, LeaseControl.Of.SANDBOX));
            case GET_LEASE -> here(() -> leases.get(call));
            case PUT_LEASE -> change(call, () -> leases.put(call));
            case REVOKE_LEASE -> change(call, () -> leases.revoke(call));
            case ROTATE_LEASE -> change(call, () -> leases.rotate(call));
            case LEASE_METRIC -> change(call, () -> leases.spend(call, LeaseControl.Of.LEASE));
            case LIST_WORKSPACES -> aside(workspaces::list);
            case GET_WORKSPACE -> aside(() -> workspaces.get(call));
            case PUT_WORKSPACE -> change(call, () -> workspaces.put(call));
            case DELETE_WORKSPACE -> change(call, () -> workspaces.delete(call));
            case GET_GUARDRAILS -> here(() -> guardrails.get(call));
            case PUT_GUARDRAILS -> change(call, () -> guardrails.put(call));
            case ROLL_BACK_GUARDRAILS -> change(call, () -> guardrails.rollBack(call));
            case GUARDRAILS_HISTORY -> aside(guardrailsHistory::list);
            case DIFF_GUARDRAILS -> aside(() -> guardrailsHistory.diff(call));
            case GET_PAST_GUARDRAILS -> aside(() -> guardrailsHistory.get(call));
            case REMOVE_GUARDRAILS -> change(call, () -> guardrails.remove(call));
            case PROMOTE_GUARDRAILS -> change(call, () -> guardrails.promote(call));
            case LIST_APPROVALS -> here(approvals::list);
            case GET_APPROVAL -> aside(() -> approvals.get(call));
            case APPROVE -> change(call, () -> approvals.approve(call));
            case REMOVE_APPROVAL -> change(call, () -> approvals.remove(call));
            case LIST_ASKS -> here(asks::list);
            case WATCH_ASKS -> watchers.watch();
            case ANSWER_ASK -> change(call, () -> asks.answer(call));
            case GET_REPORT -> aside(reports::report);
            case GET_RULES -> aside(reports::rules);
            case GET_PROVIDERS -> aside(providers::list);
            case GET_CONFIGURATION -> aside(() -> HealthReplies.configured(configuration));
            case QUERY_AUDIT -> aside(() -> audit.query(call));
            case AUDIT_KEY -> here(audit::key);
            case FOLLOW_AUDIT -> followers.follow(AuditCalls.filter(call, null));
        };
    }

    private OwnReply.Whole alive(Call call) {
        return call.parameter(Route.VERBOSE) == null ? HealthReplies.alive() : HealthReplies.verbose(readiness);
    }

    private static Reply here(Supplier<OwnReply.Whole> answer) {
        return later(() -> CompletableFuture.completedStage(answer.get()));
    }

    private static Reply later(Supplier<CompletionStage<OwnReply.Whole>> answer) {
        return new Reply.One(begun(answer).exceptionally(Calls::fault));
    }

    /** Runs the call on a worker thread, because it reads a file or visits every sandbox. */
    private Reply aside(Supplier<OwnReply.Whole> answer) {
        return asideLater(() -> CompletableFuture.completedStage(answer.get()));
    }

    /** Runs the start of an asynchronous call on a worker thread. */
    private Reply asideLater(Supplier<CompletionStage<OwnReply.Whole>> answer) {
        return later(() -> CompletableFuture.supplyAsync(answer, workers).thenCompose(Function.identity()));
    }

    /** If the log cannot be written, only calls that take something away are accepted. */
    private Reply change(Call call, Supplier<CompletionStage<Settled>> work) {
        boolean takesAway = TAKE_AWAY.contains(call.route());
        if (!takesAway && !records.isAccepting()) {
            return Reply.now(
                    Problem.unavailable("the audit log cannot be written").answer());
        }
        return new Reply.One(begun(work)
                .exceptionally(e -> new Settled(fault(e), ReasonCode.INTERNAL_ERROR, -1, null))
                .thenCompose(settled -> records.of(call, settled)));
    }

    private static <T> CompletionStage<T> begun(Supplier<CompletionStage<T>> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    private static OwnReply.Whole fault(Throwable cause) {
        if (cause instanceof RejectedExecutionException || cause.getCause() instanceof RejectedExecutionException) {
            return Problem.later("too many calls wait already").answer();
        }
        LOG.error("a call of the control API failed", cause);
        return Problem.fault().answer();
    }

    private static String openApi() {
        try (InputStream resource = Calls.class.getResourceAsStream("openapi.json")) {
            if (resource == null) {
                throw new IllegalStateException("openapi.json is not on the class path");
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("openapi.json cannot be read", e);
        }
    }
}
