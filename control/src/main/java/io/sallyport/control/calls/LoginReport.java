package io.sallyport.control.calls;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is told of a token that a program inside of a sandbox was given by a login, and the gateway keeps: never the
 * token. Immutable.
 *
 * @param name of the login
 * @param token which it is: {@code access_token}, {@code refresh_token} or {@code id_token}
 * @param endpoints where it may go, as configured
 * @param end until when it is of use, as its token endpoint said; null where that said nothing
 */
public record LoginReport(
        String name,
        String sandbox,
        String token,
        List<String> endpoints,
        @Nullable Instant end) {
    /** Limit of one answer. */
    public static final int MAX_REPORTS = 1_000;

    public LoginReport {
        endpoints = List.copyOf(endpoints);
    }

    /** Tells of the tokens that are kept, at most {@link #MAX_REPORTS}. Safe for concurrent use; never blocks. */
    @FunctionalInterface
    public interface Source {
        List<LoginReport> logins();
    }
}
