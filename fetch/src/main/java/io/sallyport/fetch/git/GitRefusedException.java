package io.sallyport.fetch.git;

import io.sallyport.fetch.answer.FetchRefusal;
import java.io.IOException;
import java.util.function.Supplier;

/** Carries a refusal of ours through JGit, which knows exceptions of I/O only. */
final class GitRefusedException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient FetchRefusal refused;

    GitRefusedException(FetchRefusal refused) {
        super(refused.text());
        this.refused = refused;
    }

    /** The refusal that lies behind {@code failure}, where none does that of {@code otherwise}. */
    static FetchRefusal behind(Throwable failure, Supplier<FetchRefusal> otherwise) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof GitRefusedException ours) {
                return ours.refused;
            }
        }
        return otherwise.get();
    }
}
