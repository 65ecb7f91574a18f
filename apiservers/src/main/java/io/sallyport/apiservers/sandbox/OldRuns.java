package io.sallyport.apiservers.sandbox;

import io.sallyport.apiservers.ApiServerName;
import io.sallyport.apiservers.OldRun;
import io.sallyport.apiservers.ServerTimes;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds the runs of gateways before this one in the folder that they kept, and ends what is left of them. */
final class OldRuns {
    private OldRuns() {}

    /** All of them, newest first; blocks until nothing of them runs that can be ended. */
    static List<OldRun> end(ServerHome home, ServerEvents events) throws HostSetupException {
        try {
            List<OldRun> found = find(home);
            for (OldRun old : found) {
                OldRun.Ended ended = old.end(ServerTimes.STANDARD.grace());
                for (ApiServerName server : ended.found()) {
                    events.orphan(sandbox(old), server.text(), !ended.left().contains(server));
                }
                old.deleteHome();
            }
            return found;
        } catch (IOException e) {
            throw new HostSetupException(String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HostSetupException("interrupted while API servers of an earlier gateway were ended", e);
        }
    }

    static SandboxId sandbox(OldRun old) throws IOException {
        SandboxId sandbox = SandboxId.parse(old.sandbox());
        if (sandbox == null) {
            throw new IOException(old.folder().path() + ": is of no sandbox");
        }
        return sandbox;
    }

    private static List<OldRun> find(ServerHome home) throws IOException {
        List<OldRun> found = new ArrayList<>();
        if (Files.isDirectory(home.folder())) {
            try (Stream<Path> runs = Files.list(home.folder())) {
                for (Path run : runs.sorted(RunNames.NEWEST_FIRST).toList()) {
                    OldRun old = OldRun.find(home.run(String.valueOf(run.getFileName())));
                    if (old != null) {
                        found.add(old);
                    }
                }
            }
        }
        return found;
    }
}
