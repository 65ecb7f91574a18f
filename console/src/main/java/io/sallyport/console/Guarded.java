package io.sallyport.console;

import io.sallyport.model.answer.OwnReply;

/**
 * The header fields that keep a browser from running or loading anything that is not ours, and other sites from framing
 * a page (Content Security Policy Level 3; no source of script or style is inline).
 */
final class Guarded {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private Guarded() {}

    /** Returns a copy with these fields. */
    static OwnReply.Whole of(OwnReply.Whole reply) {
        return reply.with("Content-Security-Policy", POLICY)
                .with("X-Frame-Options", "DENY")
                .with("Referrer-Policy", "same-origin") // without any, the Origin of forms is null
                .with("Cross-Origin-Opener-Policy", "same-origin")
                .with("Cross-Origin-Resource-Policy", "same-origin");
    }
}
