package io.sallyport.fetch.git;

import io.sallyport.fetch.answer.Refused;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Carries a refusal of ours through JGit, which knows exceptions of I/O only. */
final class GitRefused extends IOException {
    private static final long serialVersionUID = 1;

    private final transient Refused refused;

    GitRefused(Refused refused) {
        super(refused.text());
        this.refused = refused;
    }

    /** The refusal that lies behind {@code failure}, or null where there is none. */
    static @Nullable Refused behind(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof GitRefused ours) {
                return ours.refused;
            }
        }
        return null;
    }
}
