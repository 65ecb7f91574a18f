package io.sallyport.console.session;

import io.sallyport.admin.AdminTokens.Caller;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Where people log in instead of presenting a token: an OpenID provider. Safe for concurrent use. No method blocks; its
 * stages complete on any thread, and not exceptionally.
 */
public interface LoginProvider {
    /** Returns what people know it by, such as its host. */
    String name();

    /** Returns how long a session lasts that begins with a login there. */
    Duration longest();

    /** Returns where the browser goes to log in. */
    CompletionStage<Beginning> begin(LoginAttempt attempt);

    /**
     * Finds out who logged in.
     *
     * @param attempt the one that {@code answer} belongs to, by its state
     * @param answer what the provider sent the browser back with
     */
    CompletionStage<Ending> end(LoginAttempt attempt, FormFields answer);

    /** How an attempt begins. */
    sealed interface Beginning {
        /**
         * The provider can be asked.
         *
         * @param address of the provider, for a {@code Location}
         */
        record At(String address) implements Beginning {}

        /**
         * It cannot.
         *
         * @param why safe to show
         */
        record Unavailable(String why) implements Beginning {}
    }

    /** How an attempt ends. */
    sealed interface Ending {
        /** The provider says who it is, and the person has a role. */
        record LoggedIn(Caller caller) implements Ending {}

        /**
         * Nobody is logged in.
         *
         * @param why safe to show and to record; holds no token
         */
        record Refused(String why) implements Ending {}
    }
}
