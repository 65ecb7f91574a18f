package io.sallyport.gateway.serve;

import io.sallyport.apiservers.sandbox.HostServers;
import io.sallyport.apiservers.sandbox.HostSetupException;
import io.sallyport.apiservers.sandbox.ServerRuns;
import io.sallyport.bundles.RemotePolicy;
import io.sallyport.configuration.Config;
import io.sallyport.control.Accounts;
import io.sallyport.control.PolicyControl;
import io.sallyport.control.SandboxPart;
import io.sallyport.control.UnwrittenSpending;
import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.Control.ConfiguredGuardrails;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.TrialRules;
import io.sallyport.control.calls.TrialRules.ReplayBounds;
import io.sallyport.control.calls.WorkspaceRules;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.decision.ledger.SliceSource;
import io.sallyport.decision.rates.NamedRates;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.decision.secrets.UrlSearch;
import io.sallyport.fetch.file.ClientCertificates;
import io.sallyport.findings.SoughtValue;
import io.sallyport.gateway.credentials.OwnSecrets;
import io.sallyport.gateway.credentials.Providers;
import io.sallyport.gateway.credentials.SandboxCredentials;
import io.sallyport.gateway.credentials.SandboxLogins;
import io.sallyport.gateway.credentials.SearchedSecrets;
import io.sallyport.gateway.explain.ProxyExplanations;
import io.sallyport.gateway.fetch.FetchCertificates;
import io.sallyport.gateway.fetch.FetchEndpoint;
import io.sallyport.gateway.fetch.SandboxFetches;
import io.sallyport.gateway.models.ModelService;
import io.sallyport.gateway.models.PromptSearch;
import io.sallyport.leasebridge.receipt.ReceiptSigner;
import io.sallyport.proxy.BoundListener;
import io.sallyport.proxy.ListenAddress;
import io.sallyport.proxy.ProxyServer;
import io.sallyport.proxy.ProxySettings;
import io.sallyport.proxy.credentials.SandboxKeys;
import io.sallyport.proxy.enforce.OwnEndpoints;
import io.sallyport.proxy.enforce.own.OwnEndpoint;
import io.sallyport.proxy.identity.SourceBlocks;
import io.sallyport.proxy.listener.ViaName;
import io.sallyport.proxy.telemetry.Observation;
import io.sallyport.shared.SharedSettings;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.transport.ReceivedSocket;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Assembles a gateway in dependency order, the proxy last, so that everything is in force before the first connection
 * is accepted. Confined to one thread.
 *
 * @param sockets opens the listening sockets
 * @param signer signs receipts of delegations; null for none
 * @param opened collects what was started; its owner closes it if the start fails
 */
record Assembly(
        Config config,
        GatewayParts parts,
        ListeningSockets sockets,
        @Nullable ReceiptSigner signer,
        OpenedResources opened) {
    /** How long a start waits for secrets; what is not there by then is refused until it is. */
    private static final Duration FIRST_READ = Duration.ofSeconds(3);

    /** Starts the gateway, as {@link Gateway#start} documents. */
    Gateway start(List<ListenAddress> listen, Store store, Path folder)
            throws IOException, StartException, StateException {
        HostServers host = opened.add(host(folder));
        var servers = new ServerRuns(host, parts.servers());
        var open = new ProxyPart(parts.tls());
        Providers providers = opened.add(providers());
        SharedSandboxes shared = shared();
        byte[] placeholderKey = placeholderKey(store, shared);
        SearchedSecrets searched =
                opened.add(SearchedSecrets.start(providers, sought(placeholderKey), config.findings()));
        var credentials = new SandboxCredentials(providers, parts.traffic().uses(), placeholderKey);
        var logins = new SandboxLogins(config.logins(), placeholderKey, InstantSource.system());
        SliceSource slices = shared == null ? null : shared.slices();
        SandboxFetches fetches =
                fetches(store, slices, () -> searched.policy().inUrls(), new FetchCertificates(credentials));
        var accounts = new Accounts(
                store, new BudgetRecords(parts.traffic(), InstantSource.system()), unwrittenSpending(), slices);
        var followers = Stream.of(parts.traffic(), fetches, open, credentials, logins, servers, shared);
        RemoteGuardrails remote = remoteGuardrails();
        PolicyControl control = control(
                store,
                accounts,
                configured(remote, store),
                followers.filter(Objects::nonNull).toList());
        if (shared != null) {
            shared.start(control, parts.meters());
        }
        var records = new GuardrailsRecords(parts.traffic(), InstantSource.system());
        records.started(control.guardrails());
        forgetPending(store, records);
        takeOver(servers, control);
        if (remote != null) {
            remote.start(control);
        }
        FetchEndpoint fetch = opened.add(fetch(fetches));
        ModelService models = opened.add(models(providers, searched));
        var asks = new HeldRequests(config.asks().limits(), InstantSource.system());
        ProxyServer proxy = proxy(
                asks,
                listen,
                new OwnEndpoints(
                        fetch.forProxy(),
                        models.forProxy(),
                        explanations(control),
                        config.limits().proxy().judgedBodyBytes(),
                        config.models().promptBytes() > 0),
                credentials.and(logins),
                searched.policy());
        own(proxy);
        open.tell(proxy);
        return new Gateway(
                parts,
                control,
                servers,
                host,
                proxy,
                fetch,
                models,
                providers,
                searched,
                credentials,
                logins,
                asks,
                LedgerTimer.start(accounts, () -> {
                    control.writeAgain();
                    models.expire();
                    control.expireChanges(records::expired);
                }),
                skillWatch(),
                shared,
                remote,
                config.operation().drain());
    }

    /** Without a store, each gateway counts by itself. */
    private @Nullable SharedSandboxes shared() throws StartException {
        SharedSettings settings = config.operation().shared();
        return settings == null
                ? null
                : opened.add(SharedSandboxes.open(settings, config.operation().sandboxes(), config.state()));
    }

    /** Without providers nothing is opened for their sources. */
    private Providers providers() throws StartException {
        return config.providers().isEmpty()
                ? Providers.NONE
                : Providers.start(
                        config.providers(),
                        InstantSource.system(),
                        System::nanoTime,
                        System.getenv(),
                        Dialers.ofOperator(config.egress(), parts.own(), Transport.best()),
                        parts.loops(),
                        FIRST_READ);
    }

    /** Without backends nothing is opened for them. */
    private ModelService models(Providers providers, SearchedSecrets searched) throws StartException {
        return config.models().backends().isEmpty()
                ? ModelService.NONE
                : ModelService.start(
                        config.models(),
                        providers,
                        Dialers.ofOperator(config.egress(), parts.own(), Transport.best()),
                        parts.loops(),
                        PromptSearch.recording(config, searched),
                        parts.traffic());
    }

    /** What is looked for beside secrets of providers. */
    private List<SoughtValue> sought(byte[] placeholderKey) {
        List<SoughtValue> own = OwnSecrets.of(config, placeholderKey);
        return Stream.concat(config.findings().canaries().stream(), own.stream())
                .toList();
    }

    /** Without providers and logins there are no placeholders, and the state gets no key. */
    private byte[] placeholderKey(Store store, @Nullable SharedSandboxes shared) throws StateException {
        if (config.providers().isEmpty() && config.logins().isEmpty()) {
            return new byte[1];
        }
        byte[] ofAll = shared == null ? null : shared.placeholderKey();
        return ofAll == null ? store.placeholderKey() : ofAll;
    }

    /** A received socket is no address of this process's network. */
    private void own(ProxyServer proxy) {
        for (BoundListener listener : proxy.listening()) {
            if (!(listener.listen().address() instanceof ReceivedSocket)) {
                parts.own().add(listener.address());
            }
        }
    }

    private UnwrittenSpending unwrittenSpending() {
        Config.UnwrittenSpending setting = config.guard().unwrittenSpending();
        return new UnwrittenSpending(setting.bound(), setting.refused());
    }

    /** Without bundles nothing is opened for them. */
    private @Nullable RemoteGuardrails remoteGuardrails() throws StartException {
        RemotePolicy bundles = config.bundles();
        return bundles == null ? null : opened.add(RemoteGuardrails.open(config, bundles, parts));
    }

    private @Nullable ConfiguredGuardrails configured(@Nullable RemoteGuardrails remote, Store store)
            throws StartException {
        if (remote != null) {
            return remote.first(parts.policies(), store);
        }
        GuardrailsSource guardrails = parts.guardrails();
        return guardrails == null ? null : guardrails.configured();
    }

    private PolicyControl control(
            Store store, Accounts accounts, @Nullable ConfiguredGuardrails guardrails, List<SandboxPart> followers)
            throws StateException {
        Config.Limits limits = config.limits();
        var admission = new AdmissionLimits(
                limits.connectionsPerSandbox(),
                limits.newNamesPerMinute(),
                config.guard().expiryGrace());
        var rates = new NamedRates(config.rates(), limits.rateCounts(), System::nanoTime);
        rates.bindTo(parts.meters());
        return PolicyControl.load(
                store,
                parts.policies(),
                guardrails,
                approvals(config.approvals()),
                trials(config.trials()),
                new WorkspaceRules(
                        config.workspaces().byDefault(), config.workspaces().required()),
                parts.registry(),
                parts.cas(),
                account -> new LiveAdmission(
                        admission,
                        InstantSource.system(),
                        System::nanoTime,
                        account,
                        parts.buffers().open(),
                        rates),
                accounts,
                InstantSource.system(),
                signer,
                parts.skills(),
                parts.guard(),
                parts.egress(),
                followers,
                parts.counts().changes());
    }

    /** What waited for an approval that the configuration does not ask for any more is forgotten. */
    private void forgetPending(Store store, GuardrailsRecords records) throws StateException {
        ApprovalRules rules = approvals(config.approvals());
        Map<Boolean, List<PendingChange>> needed = store.pendingChanges().stream()
                .collect(Collectors.partitioningBy(change -> rules.needsApproval(change.proposal())));
        List<PendingChange> forgotten = needed.getOrDefault(false, List.of());
        forgotten.forEach(records::forgotten);
        if (!forgotten.isEmpty()) {
            store.retainPendingChanges(needed.getOrDefault(true, List.of()).stream()
                    .map(PendingChange::id)
                    .collect(Collectors.toSet()));
        }
    }

    private static ApprovalRules approvals(Config.Approvals settings) {
        return new ApprovalRules(
                settings.guardrails(),
                settings.workspaces(),
                settings.sandboxes(),
                settings.expiry(),
                settings.maxPending(),
                settings.maxPendingSandboxes(),
                settings.maxPerSandbox());
    }

    private TrialRules trials(Config.TrialBounds settings) {
        return new TrialRules(
                settings.maxDuration(),
                settings.maxCandidates(),
                !config.approvals().guardrails() && !config.approvals().sandboxes(),
                parts.traffic().candidates(),
                new ReplayBounds(settings.replayRecords(), settings.replayAnswers()));
    }

    private HostServers host(Path folder) throws StartException {
        try {
            return HostServers.open(
                    config.servers(), folder, config.state(), System.getenv(), parts.traffic(), InstantSource.system());
        } catch (HostSetupException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void takeOver(ServerRuns servers, PolicyControl control) throws StartException {
        try {
            servers.takeOver(control);
        } catch (HostSetupException e) {
            throw new StartException("API servers of an earlier gateway: " + e.getMessage(), e);
        }
    }

    private OwnEndpoint explanations(PolicyControl control) {
        return new ProxyExplanations(
                control,
                parts.traffic(),
                config.guard().explanationsPerMinute(),
                InstantSource.system(),
                System::nanoTime);
    }

    private SandboxFetches fetches(
            Store store, @Nullable SliceSource slices, Supplier<UrlSearch> findings, ClientCertificates certificates)
            throws StartException {
        try {
            return SandboxFetches.open(config.fetch(), store, slices, findings, certificates);
        } catch (IOException e) {
            throw new StartException("fetch: " + e, e);
        }
    }

    private FetchEndpoint fetch(SandboxFetches fetches) throws StartException {
        try {
            FetchEndpoint fetch = FetchEndpoint.start(
                    config.fetch(), fetches, parts.dialer(), parts.loops(), parts.traffic(), sockets);
            InetSocketAddress address = fetch.address();
            if (address != null) {
                parts.own().add(address);
            }
            return fetch;
        } catch (IOException e) {
            throw new StartException("fetch: " + e.getMessage(), e);
        }
    }

    private ProxyServer proxy(
            HeldRequests asks,
            List<ListenAddress> listen,
            OwnEndpoints endpoints,
            SandboxKeys credentials,
            FindingPolicy findings)
            throws IOException {
        return ProxyServer.start(
                settings(asks, listen, endpoints, credentials, findings),
                parts.registry(),
                parts.dialer(),
                parts.tls(),
                parts.traffic(),
                parts.cas(),
                parts.guard(),
                InstantSource.system(),
                System::nanoTime,
                parts.loops(),
                sockets);
    }

    private ProxySettings settings(
            HeldRequests asks,
            List<ListenAddress> listen,
            OwnEndpoints endpoints,
            SandboxKeys credentials,
            FindingPolicy findings) {
        return new ProxySettings(
                listen,
                config.limits().proxy(),
                new SourceBlocks(config.proxy().sources()),
                config.proxy().exceptions(),
                parts.servers(),
                credentials,
                endpoints,
                config.proxy().dns(),
                findings,
                ViaName.random(new SecureRandom()),
                asks,
                new Observation(parts.counts().proxy(), parts.tracing()));
    }

    private @Nullable SkillWatch skillWatch() {
        Duration each = config.skills().watch();
        return each == null || !parts.skills().isConfigured() ? null : SkillWatch.start(parts.skills(), each);
    }
}
