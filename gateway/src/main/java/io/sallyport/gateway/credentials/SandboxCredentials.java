package io.sallyport.gateway.credentials;

import io.sallyport.configuration.provider.ProviderSettings;
import io.sallyport.control.SandboxPart;
import io.sallyport.control.SandboxSpec;
import io.sallyport.control.SandboxState;
import io.sallyport.control.calls.ProviderReport;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.SandboxId;
import io.sallyport.model.placeholder.PlaceholderFile;
import io.sallyport.model.placeholder.SandboxPlaceholders;
import io.sallyport.proxy.credentials.BoundEndpoint;
import io.sallyport.proxy.credentials.Credential;
import io.sallyport.proxy.credentials.CredentialValue;
import io.sallyport.proxy.credentials.Keyring;
import io.sallyport.proxy.credentials.SandboxKeys;
import io.sallyport.proxy.credentials.SigV4Rule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The credentials that the policy in force of each sandbox grants: their placeholders, and for the proxy what these
 * stand for. Safe for concurrent use; readers never wait.
 */
public final class SandboxCredentials implements SandboxPart, SandboxKeys, ProviderReport.Source {
    private final Providers providers;
    private final CredentialUses uses;
    private final PlaceholderIds ids;
    private final Map<SandboxId, Keyring> keyrings = new ConcurrentHashMap<>();

    /** @param placeholderKey 32 random bytes, the same after a restart */
    public SandboxCredentials(Providers providers, CredentialUses uses, byte[] placeholderKey) {
        this.providers = providers;
        this.uses = uses;
        this.ids = new PlaceholderIds(placeholderKey);
    }

    @Override
    public Keyring of(SandboxId sandbox) {
        return keyrings.getOrDefault(sandbox, Keyring.EMPTY);
    }

    @Override
    public Prepared prepare(SandboxId id, SandboxSpec spec, boolean isThere) {
        Map<String, String> variables = new HashMap<>();
        List<PlaceholderFile> files = new ArrayList<>();
        for (Providers.Provider provider : granted(spec)) {
            ProviderSettings settings = provider.settings();
            SigV4Rule signing = settings.use().signing();
            if (signing != null) {
                AwsVariables.of(signing).forEach(variables::putIfAbsent);
            }
            String placeholder = settings.shape().before() + key(id, settings);
            settings.variables().forEach(variable -> variables.put(variable, placeholder));
            settings.files().forEach(file -> files.add(file.filled(placeholder)));
        }
        return new Prepared.Ready(new SandboxPlaceholders(variables, files));
    }

    @Override
    public void activate(SandboxState state) {
        SandboxSpec spec = state.spec();
        Map<String, Credential> keys = new HashMap<>();
        for (Providers.Provider provider : spec == null ? List.<Providers.Provider>of() : granted(spec)) {
            add(state.id(), provider, keys);
        }
        if (keys.isEmpty()) {
            keyrings.remove(state.id());
        } else {
            keyrings.put(state.id(), Keyring.of(keys));
        }
    }

    private List<Providers.Provider> granted(SandboxSpec spec) {
        return spec.policy().credentials().stream()
                .map(providers::find)
                .filter(Objects::nonNull)
                .toList();
    }

    /** By its own placeholder, and by the names of its variables, as OpenShell's placeholders have them. */
    private void add(SandboxId sandbox, Providers.Provider provider, Map<String, Credential> keys) {
        ProviderSettings settings = provider.settings();
        String key = key(sandbox, settings);
        var credential = new Credential(
                settings.name(), key, settings.shape().before(), provider.secret(), settings.binding(), settings.use());
        keys.put(key, credential);
        settings.variables().forEach(variable -> keys.put(variable, credential));
    }

    private String key(SandboxId sandbox, ProviderSettings settings) {
        return settings.shape().key(ids.of(sandbox, settings.name()));
    }

    @Override
    public List<ProviderReport> providers() {
        return providers.all().stream().map(this::report).toList();
    }

    private ProviderReport report(Providers.Provider provider) {
        ProviderSettings settings = provider.settings();
        List<String> granted = keyrings.entrySet().stream()
                .filter(each -> !each.getValue().named(settings.name()).isEmpty())
                .map(each -> each.getKey().text())
                .sorted()
                .limit(ProviderReport.MAX_SANDBOXES)
                .toList();
        Instant end = provider.secret().end();
        return new ProviderReport(
                settings.name(),
                provider.secret().get() instanceof CredentialValue.Unavailable(String why) ? why : null,
                end == null ? null : end.toEpochMilli(),
                settings.binding().endpoints().stream().map(BoundEndpoint::text).toList(),
                settings.variables(),
                granted,
                uses.count(settings.name()),
                uses.last(settings.name()));
    }

    @Override
    public void end(Sandbox gone) {
        keyrings.remove(gone.id());
    }
}
