package io.sallyport.fetch;

import io.sallyport.model.SandboxId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The runs that are known now. Safe for concurrent use; returns at once. */
public interface FetchRuns {
    /**
     * The run that holds the fetch token with this digest, or null.
     *
     * @param sha256 lower-case hex; its look-up tells nothing of a token
     */
    @Nullable
    FetchRun findByToken(String sha256);

    /** The run of {@code sandbox}, or null. */
    @Nullable
    FetchRun find(SandboxId sandbox);

    /** One run alone, whose token has that digest. */
    static FetchRuns of(FetchRun run, String tokenSha256) {
        byte[] digest = tokenSha256.getBytes(StandardCharsets.US_ASCII);
        return new FetchRuns() {
            @Override
            public @Nullable FetchRun findByToken(String sha256) {
                return MessageDigest.isEqual(digest, sha256.getBytes(StandardCharsets.US_ASCII)) ? run : null;
            }

            @Override
            public @Nullable FetchRun find(SandboxId sandbox) {
                return run.sandbox().equals(sandbox) ? run : null;
            }
        };
    }
}
