package io.sallyport.fetch.landing;

import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.CachedContent;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lands skills and single files by a command of the operator's, as {@code FIRST8-NAME}. Each is uploaded once: who asks
 * for it later is told where it is. What failed is tried anew. Safe for concurrent use; it blocks.
 */
public final class CommandLanding implements Landing {
    private final UploadRuns uploads;
    private final SandboxId sandbox;
    private final String shown;
    private final Staging staging;
    private final Deliveries<String> deliveries;
    private final ConcurrentHashMap<String, String> taken = new ConcurrentHashMap<>(); // no more than were begun

    /**
     * A landing place.
     *
     * @param shown the directory as the sandbox names it: absolute, without a slash at its end
     * @param staging where copies are made for the command to read
     */
    public CommandLanding(UploadRuns uploads, SandboxId sandbox, String shown, Staging staging) {
        this.uploads = uploads;
        this.sandbox = sandbox;
        this.shown = shown;
        this.staging = staging;
        this.deliveries = new Deliveries<>(staging.bounds());
    }

    @Override
    public String deliver(CachedContent content, String name, FetchDeadline deadline) throws RefusedException {
        var what = new Delivery(content, name);
        return deliveries.deliver(what, deadline, known -> known == null ? upload(what, deadline) : known);
    }

    private String upload(Delivery what, FetchDeadline deadline)
            throws IOException, InterruptedException, RefusedException {
        deliveries.begin(what);
        String at = name(what);
        uploads.places().enter(sandbox, deadline, (_, detail) -> what.failed(detail));
        try {
            Path copy = staging.copy(what.content(), at);
            try {
                String fault = uploads.run(sandbox, copy, shown, at, deadline);
                if (!fault.isEmpty()) {
                    throw what.failure(fault);
                }
            } finally {
                staging.remove(copy);
            }
        } finally {
            uploads.places().leave(sandbox);
        }
        return shown + "/" + at;
    }

    /** A name that is no other one's: as many digits as it takes. */
    private String name(Delivery what) throws RefusedException {
        for (String at : what.names()) {
            String other = taken.putIfAbsent(at, what.key());
            if (other == null || other.equals(what.key())) {
                return at;
            }
        }
        throw what.failure("every name for it is taken");
    }

    /** What was uploaded is in the sandbox, which goes itself. */
    @Override
    public void end() {
        deliveries.end();
    }
}
