package io.sallyport.apiservers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What made a run fail.
 *
 * @param detail for the operator, where there is more to say
 * @param exit null where it had not ended when this was told
 * @param lastLines what it said last, without secrets, oldest first
 */
public record ServerFailure(
        ApiServerName server,
        FailureCause why,
        @Nullable String detail,
        @Nullable ExitStatus exit,
        List<String> lastLines) {
    public ServerFailure {
        lastLines = List.copyOf(lastLines);
    }

    /** In one sentence, without the lines. */
    public String message() {
        return "API server " + server + ": " + why.message() + (exit == null ? "" : " (" + exit + ")")
                + (detail == null ? "" : ": " + detail);
    }
}
