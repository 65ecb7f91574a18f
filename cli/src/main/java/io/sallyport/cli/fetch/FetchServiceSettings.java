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
 * The settings of a fetch endpoint for one run.
 *
 * @param advertised the endpoint's URL as the sandbox reaches it, or null for the address it listens on
 * @param state holds the cache, the audit log and landed skills
 * @param destination where skills land, or null for the state directory
 * @param shown the same directory as the sandbox names it, or null if the name is the same
 * @param githubApi the base URL of GitHub's API
 * @param githubGit the base URL of its repositories, {@code never}, or null for the default
 * @param gitlabApi the base URL of GitLab's API, or null if it is not enabled
 * @param gitlabGit as {@code githubGit}
 * @param trust files with roots in addition to the system's
 * @param uploads the commands that bring skills into the sandbox instead of a shared directory, or null
 * @param forgeToken the credential for the forge, or null
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

    /** Omits the secret. */
    @Override
    public String toString() {
        return "the fetch service of " + sandbox;
    }
}
