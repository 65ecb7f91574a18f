package io.sallyport.gateway.fetch;

import io.sallyport.decision.FetchAllowance;
import io.sallyport.decision.Sandbox;
import io.sallyport.fetch.FetchRun;
import io.sallyport.fetch.FetchRuns;
import io.sallyport.fetch.landing.DirectoryLanding;
import io.sallyport.fetch.landing.Landing;
import io.sallyport.gateway.config.FetchSettings;
import io.sallyport.gateway.state.StoredSandbox;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What each sandbox may fetch, by the token that opens this door and no other. What was counted stays counted over every
 * change of a sandbox, and ends with it. Changes come one after the other for each sandbox; readers never wait.
 */
public final class SandboxFetches implements FetchRuns {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxFetches.class);
    private static final String STAGING = ".staging";

    private final FetchSettings settings;
    private final Map<SandboxId, Entry> byId = new ConcurrentHashMap<>();
    private final Map<String, Entry> byToken = new ConcurrentHashMap<>();

    public SandboxFetches(FetchSettings settings) {
        this.settings = settings;
    }

    private record Entry(
            Sandbox sandbox,
            String tokenSha256,
            @Nullable String harness,
            FetchRights rights,
            FetchAllowance allowance,
            Landing landing) {}

    /** A sandbox, or a change of it, is in force. May block. */
    public void inForce(Sandbox sandbox, StoredSandbox stored) {
        Entry before = byId.get(sandbox.id());
        String harness = stored.documents().harness();
        FetchRights rights = before != null && Objects.equals(before.harness, harness)
                ? before.rights
                : FetchRights.read(harness, settings.ignoresCase());
        FetchAllowance allowance = before == null ? FetchAllowance.of(rights.max()) : before.allowance;
        allowance.limit(rights.max());
        Landing landing =
                before == null || before.landing instanceof NoLanding ? landing(sandbox.id(), rights) : before.landing;
        var entry = new Entry(sandbox, stored.fetchToken(), harness, rights, allowance, landing);
        byId.put(sandbox.id(), entry);
        byToken.put(entry.tokenSha256, entry);
        if (before != null && !before.tokenSha256.equals(entry.tokenSha256)) {
            byToken.remove(before.tokenSha256);
        }
    }

    /** The sandbox is no more; its token opens nothing. */
    public void removed(SandboxId sandbox) {
        Entry gone = byId.remove(sandbox);
        if (gone != null) {
            byToken.remove(gone.tokenSha256);
        }
    }

    private Landing landing(SandboxId sandbox, FetchRights rights) {
        Path directory = settings.directory();
        if (directory == null || !rights.isEnabled()) {
            return new NoLanding();
        }
        Path own = directory.resolve(sandbox.text());
        String shown = settings.shown();
        try {
            return DirectoryLanding.open(
                    own,
                    shown == null || shown.isEmpty() ? own.toString() : shown,
                    directory.resolve(STAGING),
                    settings.executables());
        } catch (IOException e) {
            LOG.error("fetch.directory: skills of {} cannot land in {}", sandbox, own, e);
            return new NoLanding();
        }
    }

    @Override
    public @Nullable FetchRun findByToken(String sha256) {
        Entry entry = byToken.get(sha256);
        return entry == null ? null : run(entry);
    }

    private static FetchRun run(Entry entry) {
        var policy = entry.sandbox.policy().current();
        return new FetchRun(
                entry.sandbox.id(),
                policy.facts().run(),
                policy.generation(),
                entry.rights.isEnabled(),
                entry.rights.allowlist(),
                entry.allowance,
                new PolicyOfSandbox(entry.sandbox),
                entry.rights.failsClosed(),
                entry.landing);
    }
}
