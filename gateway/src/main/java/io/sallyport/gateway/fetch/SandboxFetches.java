package io.sallyport.gateway.fetch;

import io.sallyport.configuration.FetchSettings;
import io.sallyport.control.SandboxPart;
import io.sallyport.control.SandboxState;
import io.sallyport.control.store.Store;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.decision.ledger.SliceSource;
import io.sallyport.decision.secrets.UrlSearch;
import io.sallyport.fetch.FetchRun;
import io.sallyport.fetch.FetchRuns;
import io.sallyport.fetch.file.ClientCertificates;
import io.sallyport.fetch.landing.CommandLanding;
import io.sallyport.fetch.landing.DirectoryLanding;
import io.sallyport.fetch.landing.Landing;
import io.sallyport.fetch.landing.LandingBounds;
import io.sallyport.fetch.landing.NoLanding;
import io.sallyport.fetch.landing.Staging;
import io.sallyport.fetch.sandbox.BudgetOfSandbox;
import io.sallyport.fetch.sandbox.FilesOfSandbox;
import io.sallyport.fetch.sandbox.PolicyOfSandbox;
import io.sallyport.fetch.url.Allowlist;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What each sandbox may fetch, found by its fetch token. Counts survive every change of a sandbox and end with it.
 * Changes of one sandbox come one after the other; readers never wait.
 */
public final class SandboxFetches implements FetchRuns, SandboxPart {
    private static final String STAGING = ".staging";

    private final FetchSettings settings;
    private final Function<SandboxId, Landing> landings;
    private final Store store;
    private final Ledger ledger;
    private final Supplier<UrlSearch> findings;
    private final ClientCertificates certificates;
    private final Map<SandboxId, Entry> byId = new ConcurrentHashMap<>();
    private final Map<String, Entry> byToken = new ConcurrentHashMap<>();

    private SandboxFetches(
            FetchSettings settings,
            Function<SandboxId, Landing> landings,
            Store store,
            @Nullable SliceSource slices,
            Supplier<UrlSearch> findings,
            ClientCertificates certificates) {
        this.settings = settings;
        this.landings = landings;
        this.store = store;
        this.ledger = new Ledger(slices);
        this.findings = findings;
        this.certificates = certificates;
    }

    /**
     * Opens the set without any sandbox. Removes what an earlier gateway left half delivered.
     *
     * @param store keeps the fetch counts
     * @param slices of counts that are shared with other gateways, or null
     * @param findings what is looked for in URLs
     * @param certificates what targets are shown
     * @throws IOException if content could not be placed
     */
    public static SandboxFetches open(
            FetchSettings settings,
            Store store,
            @Nullable SliceSource slices,
            Supplier<UrlSearch> findings,
            ClientCertificates certificates)
            throws IOException {
        return new SandboxFetches(settings, landings(settings), store, slices, findings, certificates);
    }

    private static Function<SandboxId, Landing> landings(FetchSettings settings) throws IOException {
        FetchSettings.Upload upload = settings.upload();
        String shown = settings.shown() == null ? "" : settings.shown();
        if (upload != null) {
            Staging staging = staging(upload.staging(), settings);
            return sandbox -> new CommandLanding(upload.runs(), sandbox, shown, staging);
        }
        if (settings.directory() == null) {
            return _ -> new NoLanding();
        }
        Path directory = Files.createDirectories(settings.directory()).toRealPath();
        Staging staging = staging(directory.resolve(STAGING), settings);
        return sandbox -> {
            Path own = directory.resolve(sandbox.text());
            return new DirectoryLanding(own, shown.isEmpty() ? own.toString() : shown, staging);
        };
    }

    private static Staging staging(Path directory, FetchSettings settings) throws IOException {
        LandingBounds bounds = LandingBounds.DEFAULT.upTo(
                settings.sandboxBytes(), settings.cacheBounds().freeBytes());
        Staging staging = Staging.open(directory, settings.executables(), bounds, Thread::startVirtualThread);
        staging.clear();
        return staging;
    }

    private record Entry(
            Sandbox sandbox,
            String tokenSha256,
            RuntimeFetch rights,
            Allowlist allowlist,
            FetchCounts counts,
            Landing landing) {}

    @Override
    public void activate(SandboxState state) {
        Sandbox sandbox = state.sandbox();
        RuntimeFetch rights = state.runtimeFetch();
        Entry before = byId.get(sandbox.id());
        FetchCounts counts =
                before == null ? FetchCounts.read(store, ledger, sandbox.id(), rights.most()) : before.counts;
        counts.allowance().limit(rights.most());
        counts.allowance().limitBytes(settings.sandboxBytes());
        Landing landing = before == null ? landings.apply(sandbox.id()) : before.landing;
        Allowlist allowlist = new Allowlist(rights.allowlist(), settings.known());
        var entry = new Entry(sandbox, state.record().fetchToken(), rights, allowlist, counts, landing);
        byId.put(sandbox.id(), entry);
        byToken.put(entry.tokenSha256, entry);
        if (before != null && !before.tokenSha256.equals(entry.tokenSha256)) {
            byToken.remove(before.tokenSha256);
        }
    }

    /** Invalidates the sandbox's token and removes the content placed for it. */
    @Override
    public void end(Sandbox gone) {
        Entry entry = byId.remove(gone.id());
        if (entry != null) {
            byToken.remove(entry.tokenSha256);
            entry.counts.close();
            ledger.changed(); // counts are written at once, so that nobody else looks; what has ended is let go
            entry.landing.end();
        }
    }

    @Override
    public @Nullable FetchRun findByToken(String sha256) {
        Entry entry = byToken.get(sha256);
        return entry == null || !MessageDigest.isEqual(bytes(entry.tokenSha256), bytes(sha256)) ? null : run(entry);
    }

    private static byte[] bytes(String digest) {
        return digest.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public @Nullable FetchRun find(SandboxId sandbox) {
        Entry entry = byId.get(sandbox);
        return entry == null ? null : run(entry);
    }

    /**
     * Returns whether {@code sandbox} and all sandboxes above it currently opt in (docs/decisions/fetch-endpoint.md). A
     * workspace need not: what its harness does not grant, its policy refuses.
     */
    private boolean areAllAllowed(@Nullable Sandbox sandbox) {
        for (Sandbox each = sandbox; each != null && !each.isWorkspace(); each = each.parent()) {
            Entry entry = byId.get(each.id());
            if (entry == null || !entry.rights.isAllowed()) {
                return false;
            }
        }
        return true;
    }

    private FetchRun run(Entry entry) {
        var policy = entry.sandbox.policy().current();
        boolean isAllowed = entry.rights.isAllowed() && areAllAllowed(entry.sandbox.parent());
        UrlSearch searched = findings.get();
        return new FetchRun(
                entry.sandbox.id(),
                policy.facts().run(),
                policy.generation(),
                policy.guardrails(),
                isAllowed,
                entry.allowlist,
                entry.counts.allowance(),
                entry.counts,
                searched,
                new PolicyOfSandbox(entry.sandbox, searched),
                new FilesOfSandbox(entry.sandbox, searched, certificates, isAllowed, entry.allowlist),
                new BudgetOfSandbox(entry.sandbox.admission().account()),
                entry.rights.failsClosed(),
                entry.landing);
    }
}
