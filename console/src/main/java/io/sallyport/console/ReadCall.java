package io.sallyport.console;

import io.sallyport.admin.PageCalls.PageCall;
import io.sallyport.console.page.LiveFilter;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.web.BodyFault;
import io.sallyport.web.EventSource;
import io.sallyport.web.Reply;
import io.sallyport.web.WebCall;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A page, or the stream of one, that somebody who is logged in asks for. */
record ReadCall(Visit visit, ConsoleEndpoint console) implements WebCall {
    @Override
    public @Nullable SandboxId owner() {
        return null;
    }

    @Override
    public int maxBodyBytes() {
        return 0;
    }

    @Override
    public Reply refuse(BodyFault fault) {
        return new Reply.Cut(); // no body is read
    }

    @Override
    public Reply answer(ByteBuffer body) {
        String path = String.join("/", visit.address().segments());
        return switch (path) {
            case "live/events" -> follow(decisions(), source -> new LiveEvents(source, console.nanoClock()));
            case "asks/events" -> follow("/v1/ask/stream", source -> source);
            default -> new Reply.One(page(path));
        };
    }

    private CompletionStage<OwnReply.Whole> page(String path) {
        return switch (path) {
            case "", "live" -> ReadPages.live(visit);
            case "sandboxes" -> ReadPages.sandboxes(visit);
            case "refusals" -> ReadPages.refusals(visit);
            case "refusals/why" -> GrantPages.why(visit);
            case "refusals/replay" -> GrantPages.replay(visit);
            case "asks" -> AskPages.show(visit);
            case "asks/list" -> AskPages.list(visit);
            case "asks/waiting" -> AskPages.count(visit);
            case "candidates" -> CandidatePages.show(visit);
            case "policy" -> GuardrailPages.show(visit);
            case "workspaces" -> WorkspacePages.list(visit);
            case "workspaces/named" -> WorkspacePages.named(visit);
            case "approvals" -> ApprovalPages.list(visit);
            case "audit" -> ReadPages.audit(visit);
            case "health" -> ReadPages.health(visit);
            case "health/samples" -> ReadPages.samples(visit);
            default -> ofOne(visit.address().segment(0));
        };
    }

    /** Returns the page about one thing, which the second segment names. */
    private CompletionStage<OwnReply.Whole> ofOne(String kind) {
        boolean isOne = visit.address().segments().size() == 2;
        return switch (isOne ? kind : "") {
            case "sandboxes" -> ReadPages.sandbox(visit);
            case "candidates" -> CandidatePages.one(visit);
            case "workspaces" -> WorkspacePages.one(visit);
            case "approvals" -> ApprovalPages.one(visit);
            case "generations" -> GenerationPages.show(visit);
            case "audit" -> ReadPages.record(visit);
            default -> CompletableFuture.completedStage(ConsoleReplies.missing(visit.frame("Not found", "")));
        };
    }

    private String decisions() {
        String query = LiveFilter.of(visit.address().query()).query();
        return "/v1/audit/stream" + (query.isEmpty() ? "" : "?" + query.substring(1));
    }

    /** Passes the events of a call on for as long as the session lasts. */
    private Reply follow(String target, UnaryOperator<EventSource> form) {
        return switch (visit.api().call(visit.session().caller(), PageCall.get(target), visit.asked())) {
            case Reply.Events(var source) ->
                new Reply.Events(signal ->
                        new SessionEvents(form.apply(source.open(signal)), () -> console.isOpen(visit.sessionId())));
            case Reply.One one -> one;
            case Reply.Cut cut -> cut;
        };
    }
}
