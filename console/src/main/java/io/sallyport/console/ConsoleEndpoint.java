package io.sallyport.console;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.sallyport.admin.PageCalls;
import io.sallyport.admin.Pages;
import io.sallyport.console.page.PageFrame;
import io.sallyport.console.session.FormFields;
import io.sallyport.console.session.LoginAttempts;
import io.sallyport.console.session.LoginProvider;
import io.sallyport.console.session.Session;
import io.sallyport.console.session.SessionCookie;
import io.sallyport.console.session.Sessions;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.web.Endpoint;
import io.sallyport.web.HeadFault;
import io.sallyport.web.HeadVerdict;
import io.sallyport.web.WebRequest;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The console below {@code /console/}. Judges the head of each request: {@code Host} and {@code Origin}, then the
 * session. Everything that a page shows or changes is a call of the control API with the role of the session's token.
 * Confined to the event loop.
 */
public final class ConsoleEndpoint implements Endpoint {
    private static final String LOGIN = Pages.PATH + "/login";

    private final Assets assets = new Assets();
    private final PageCalls calls;
    private final Executor workers;
    private final Sessions sessions;
    private final SessionCookie cookie;
    private final @Nullable ProviderLogin provider;
    private final LongSupplier nanoClock;

    private ConsoleEndpoint(
            PageCalls calls, Executor workers, LongSupplier nanoClock, @Nullable LoginProvider provider) {
        this.calls = calls;
        this.workers = workers;
        this.nanoClock = nanoClock;
        var random = new SecureRandom();
        sessions = new Sessions(nanoClock, random);
        cookie = SessionCookie.ofSessions(calls.isTls());
        this.provider = provider == null
                ? null
                : new ProviderLogin(provider, calls, sessions, cookie, new LoginAttempts(nanoClock, random));
    }

    /**
     * Returns the console, for a listener of the control API.
     *
     * @param nanoClock elapsed nanoseconds
     * @param provider where people may log in without a token, or null for nowhere
     */
    public static Pages pages(LongSupplier nanoClock, @Nullable LoginProvider provider) {
        return (calls, workers) -> new ConsoleEndpoint(calls, workers, nanoClock, provider);
    }

    @Override
    public HeadVerdict judge(WebRequest request) {
        boolean isWayBack = provider != null && ProviderLogin.isWayBack(request);
        return (isWayBack ? calls.misnamed(request) : calls.misdirected(request))
                .<HeadVerdict>map(refusal -> new HeadVerdict.Answered(refusal.thenApply(Guarded::of), false))
                .orElseGet(() -> directed(request));
    }

    private HeadVerdict directed(WebRequest request) {
        ConsoleAddress address = ConsoleAddress.parse(request.target());
        if (address == null) {
            return HeadVerdict.now(ConsoleReplies.missing(PageFrame.outside("Not found")));
        }
        return switch (request.method()) {
            case "GET", "HEAD" -> read(request, address);
            case "POST" -> change(request, address);
            default ->
                HeadVerdict.now(ConsoleReplies.problem(
                                PageFrame.outside("Not possible"), 405, "No such method", "Pages take GET and POST.")
                        .with("Allow", "GET, HEAD, POST"));
        };
    }

    @Override
    public CompletionStage<OwnReply.Whole> refuse(WebRequest request, HeadFault fault) {
        return CompletableFuture.completedStage(ConsoleReplies.problem(
                PageFrame.outside("Not readable"), 400, "Not readable", "The request is malformed."));
    }

    private HeadVerdict read(WebRequest request, ConsoleAddress address) {
        if (address.segment(0).equals("assets")) {
            String known = request.head().headers().get(HttpHeaderNames.IF_NONE_MATCH);
            return new HeadVerdict.Answered(CompletableFuture.supplyAsync(() -> asset(address, known), workers), false);
        }
        if (address.segment(0).equals("login")) {
            return login(request, address);
        }
        String id = cookie.read(request.head().headers());
        Session session = id == null ? null : address.isPolled() ? sessions.find(id) : sessions.use(id);
        if (id == null || session == null) {
            return HeadVerdict.now(ConsoleReplies.see(LOGIN));
        }
        return new HeadVerdict.Admitted(new ReadCall(visit(request, address, session, id), this));
    }

    private HeadVerdict login(WebRequest request, ConsoleAddress address) {
        boolean isGet = request.method().equals("GET");
        if (address.segments().size() == 1) {
            return HeadVerdict.now(Login.form(200, "", providerName()));
        }
        if (provider != null && isGet && request.path().equals(ProviderLogin.BEGIN)) {
            return provider.begin(request);
        }
        return provider != null && isGet && request.path().equals(ProviderLogin.BACK)
                ? provider.end(request, address.query())
                : HeadVerdict.now(ConsoleReplies.missing(PageFrame.outside("Not found")));
    }

    private String providerName() {
        return provider == null ? "" : provider.name();
    }

    private OwnReply.Whole asset(ConsoleAddress address, @Nullable String known) {
        OwnReply.Whole asset = address.segments().size() == 2 ? assets.find(address.segment(1), known) : null;
        return asset == null ? ConsoleReplies.missing(PageFrame.outside("Not found")) : asset;
    }

    private HeadVerdict change(WebRequest request, ConsoleAddress address) {
        String type = request.head().headers().get(HttpHeaderNames.CONTENT_TYPE, "");
        if (!type.equals("application/x-www-form-urlencoded")) {
            return HeadVerdict.now(ConsoleReplies.problem(
                    PageFrame.outside("Not a form"),
                    415,
                    "Not a form",
                    "The console takes forms of its own pages only."));
        }
        if (address.segments().equals(List.of("login"))) {
            return new HeadVerdict.Admitted(new FormCall(form -> login(request, form)));
        }
        String id = cookie.read(request.head().headers());
        Session session = id == null ? null : sessions.use(id);
        if (id == null || session == null) {
            return HeadVerdict.now(ConsoleReplies.see(LOGIN));
        }
        Visit visit = visit(request, address, session, id);
        return new HeadVerdict.Admitted(new FormCall(form -> changed(visit.with(form))));
    }

    private Visit visit(WebRequest request, ConsoleAddress address, Session session, String id) {
        return new Visit(address, FormFields.NONE, session, id, request, calls, workers);
    }

    private CompletionStage<OwnReply.Whole> login(WebRequest request, FormFields form) {
        return calls.login(form.text("token").strip(), request)
                .thenApplyAsync(login -> Login.answer(login, sessions, cookie, providerName()), request.loop());
    }

    private CompletionStage<OwnReply.Whole> changed(Visit visit) {
        if (!visit.session().made(visit.form().text("form_token"))) {
            return calls.forged(visit.session().caller(), visit.asked())
                    .thenApply(_ -> ConsoleReplies.problem(
                            visit.frame("Not accepted", ""),
                            403,
                            "The form is not one of this session",
                            "Nothing was changed. Load the page again, and send its form."));
        }
        return switch (String.join("/", visit.address().segments())) {
            case "logout" -> logout(visit);
            case "refusals/allow" -> GrantPages.allow(visit);
            case "generations/restore" -> GenerationPages.restore(visit);
            case "candidates" -> CandidatePages.change(visit);
            case "asks" -> AskPages.answer(visit);
            case "workspaces" -> WorkspacePages.change(visit);
            case "approvals" -> ApprovalPages.settle(visit);
            case "policy" -> GuardrailPages.change(visit);
            case "policy/rollback" -> GuardrailPages.rollBack(visit);
            default -> CompletableFuture.completedStage(ConsoleReplies.missing(visit.frame("Not found", "")));
        };
    }

    private CompletionStage<OwnReply.Whole> logout(Visit visit) {
        sessions.end(visit.sessionId());
        return calls.loggedOut(visit.session().caller(), visit.asked())
                .thenApply(_ -> ConsoleReplies.see(LOGIN).with("Set-Cookie", cookie.remove()));
    }

    /** Returns whether the session of a stream has not ended. */
    boolean isOpen(String sessionId) {
        return sessions.isOpen(sessionId);
    }

    LongSupplier nanoClock() {
        return nanoClock;
    }
}
