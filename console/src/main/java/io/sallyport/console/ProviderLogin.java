package io.sallyport.console;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.sallyport.admin.PageCalls;
import io.sallyport.admin.Pages;
import io.sallyport.admin.answer.Problem;
import io.sallyport.console.page.PageFrame;
import io.sallyport.console.page.ProblemPage;
import io.sallyport.console.session.FormFields;
import io.sallyport.console.session.LoginAttempt;
import io.sallyport.console.session.LoginAttempts;
import io.sallyport.console.session.LoginProvider;
import io.sallyport.console.session.SessionCookie;
import io.sallyport.console.session.Sessions;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.web.HeadVerdict;
import io.sallyport.web.WebRequest;
import java.util.concurrent.CompletionStage;

/**
 * Logs in at an OpenID provider: sends the browser there, and takes it back. The way back is the one request that
 * another site may cause; what it brings counts only with the cookie of an attempt, once. Confined to the event loop.
 */
final class ProviderLogin {
    /** Where an attempt begins. */
    static final String BEGIN = Pages.PATH + "/login/provider";

    /** Where the provider sends the browser back to. */
    static final String BACK = Pages.PATH + "/login/callback";

    private final LoginProvider provider;
    private final PageCalls calls;
    private final Sessions sessions;
    private final SessionCookie cookie;
    private final SessionCookie attemptCookie;
    private final LoginAttempts attempts;

    ProviderLogin(
            LoginProvider provider, PageCalls calls, Sessions sessions, SessionCookie cookie, LoginAttempts attempts) {
        this.provider = provider;
        this.calls = calls;
        this.sessions = sessions;
        this.cookie = cookie;
        this.attempts = attempts;
        attemptCookie = SessionCookie.ofAttempts(calls.isTls());
    }

    /** Returns what the login page calls the provider. */
    String name() {
        return provider.name();
    }

    /** Returns whether a request is a browser on its way back: a navigation, nothing that a page embeds. */
    static boolean isWayBack(WebRequest request) {
        HttpHeaders headers = request.head().headers();
        return request.method().equals("GET")
                && request.path().equals(BACK)
                && headers.getAll("sec-fetch-mode").stream().allMatch("navigate"::equals)
                && headers.getAll("sec-fetch-dest").stream().allMatch("document"::equals)
                && !headers.contains(HttpHeaderNames.ORIGIN);
    }

    /** Sends the browser to the provider. */
    HeadVerdict begin(WebRequest request) {
        if (!calls.mayBeginLogin(request)) {
            return HeadVerdict.now(form(429, "too many logins begin at this address; try again in a minute"));
        }
        String scheme = calls.isTls() ? "https://" : "http://";
        LoginAttempts.Started started =
                attempts.begin(scheme + request.head().headers().get(HttpHeaderNames.HOST) + BACK);
        CompletionStage<OwnReply.Whole> sent = provider.begin(started.attempt())
                .thenApplyAsync(
                        begun -> switch (begun) {
                            case LoginProvider.Beginning.At(var address) ->
                                ConsoleReplies.see(address).with("Set-Cookie", attemptCookie.set(started.id()));
                            case LoginProvider.Beginning.Unavailable(var why) -> form(502, why);
                        },
                        request.loop());
        return new HeadVerdict.Answered(sent, false);
    }

    /** Takes the browser back. */
    HeadVerdict end(WebRequest request, FormFields answer) {
        String id = attemptCookie.read(request.head().headers());
        LoginAttempt attempt = id == null ? null : attempts.take(id, answer.text("state"));
        CompletionStage<OwnReply.Whole> shown = attempt == null
                ? refused("no login of this browser belongs to the answer; begin again", request)
                : provider.end(attempt, answer)
                        .thenComposeAsync(
                                ending -> switch (ending) {
                                    case LoginProvider.Ending.LoggedIn(var caller) ->
                                        calls.loggedIn(caller, request)
                                                .thenApplyAsync(
                                                        _ -> welcome(sessions.begin(caller, provider.longest())),
                                                        request.loop());
                                    case LoginProvider.Ending.Refused(var why) -> refused(why, request);
                                },
                                request.loop());
        return new HeadVerdict.Answered(shown, false);
    }

    /**
     * A page of ours that goes on by itself: a browser that another site sent does not show a strict cookie yet, not
     * even after a redirect.
     */
    private OwnReply.Whole welcome(String sessionId) {
        return PageTemplates.page(
                        200,
                        "problem",
                        PageFrame.outside("Logged in"),
                        new ProblemPage(200, "You are logged in", "The console opens by itself."))
                .with("Refresh", "0; url=" + Pages.PATH + "/")
                .with("Set-Cookie", cookie.set(sessionId));
    }

    private CompletionStage<OwnReply.Whole> refused(String why, WebRequest request) {
        return calls.notLoggedIn(Problem.of(401, "LOGIN_REFUSED", why), request)
                .thenApply(_ -> form(401, why).with("Set-Cookie", attemptCookie.remove()));
    }

    private OwnReply.Whole form(int status, String failure) {
        return Login.form(status, failure, provider.name());
    }
}
