package io.sallyport.console;

import io.sallyport.admin.PageCalls;
import io.sallyport.admin.Pages;
import io.sallyport.console.page.LoginPage;
import io.sallyport.console.page.PageFrame;
import io.sallyport.console.session.SessionCookie;
import io.sallyport.console.session.Sessions;
import io.sallyport.model.answer.OwnReply;

/** The page at which a session begins. Stateless. */
final class Login {
    private Login() {}

    /**
     * @param failure why the last attempt failed; empty at first
     * @param provider where one may log in without a token; empty for nowhere
     */
    static OwnReply.Whole form(int status, String failure, String provider) {
        return PageTemplates.page(status, "login", PageFrame.outside("Log in"), new LoginPage(failure, provider));
    }

    static OwnReply.Whole answer(PageCalls.Login login, Sessions sessions, SessionCookie cookie, String provider) {
        return switch (login) {
            case PageCalls.LoggedIn(var caller) ->
                ConsoleReplies.see(Pages.PATH + "/").with("Set-Cookie", cookie.set(sessions.begin(caller)));
            case PageCalls.NotLoggedIn(var problem) -> form(problem.status(), problem.message(), provider);
        };
    }
}
