package io.sallyport.fetch.git;

import io.sallyport.fetch.answer.Refused;
import java.io.IOException;
import java.util.function.Supplier;

/** Carries a refusal of ours through JGit, which knows exceptions of I/O only. */
final class GitRefused extends IOException {
    private static final long serialVersionUID = 1;

    private final transient Refused refused;

    GitRefused(Refused refused) {
        super(refused.text());
        this.refused = refused;
    }

    /** The refusal that lies behind {@code failure}, where none does that of {@code otherwise}. */
    static Refused behind(Throwable failure, Supplier<Refused> otherwise) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof GitRefused ours) {
                return ours.refused;
            }
        }
        return otherwise.get();
    }
}
