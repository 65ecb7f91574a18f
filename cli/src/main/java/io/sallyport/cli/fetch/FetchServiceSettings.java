package io.sallyport.cli.fetch;

import io.sallyport.fetch.landing.Executables;
import io.sallyport.fetch.landing.UploadRuns;
import io.sallyport.leasebridge.harness.Harness;
import io.sallyport.model.SandboxId;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a fetch endpoint for one run is started with.
 *
 * @param advertised the endpoint as the sandbox reaches it, or null: where it listens
 * @param state holds cache, audit and what is landed
 * @param destination where skills land, or null: in the state directory
 * @param shown the same as the sandbox names it, or null: as it is named here
 * @param githubApi where GitHub's API begins
 * @param githubGit where its repositories begin, {@code never}, or null: as usual
 * @param gitlabApi where GitLab's begins; null where it is not enabled
 * @param gitlabGit as {@code githubGit}
 * @param trust files with roots beside the system's
 * @param uploads what brings skills into the sandbox in place of a shared directory, or null
 * @param forgeToken what is shown to the forge, or null
 */
record FetchServiceSettings(
        Harness harness,
        SandboxId sandbox,
        @Nullable String run,
        InetSocketAddress listen,
        @Nullable String advertised,
        Path state,
        @Nullable Path destination,
        @Nullable String shown,
        String githubApi,
        @Nullable String githubGit,
        @Nullable String gitlabApi,
        @Nullable String gitlabGit,
        List<Path> trust,
        @Nullable String forgeToken,
        boolean isOffline,
        Executables executables,
        @Nullable UploadRuns uploads) {
    FetchServiceSettings {
        trust = List.copyOf(trust);
    }

    /** Holds a secret. */
    @Override
    public String toString() {
        return "the fetch service of " + sandbox;
    }
}
