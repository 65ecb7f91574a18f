package io.sallyport.gateway.credentials;

import io.sallyport.configuration.provider.LoginSettings;
import io.sallyport.control.SandboxPart;
import io.sallyport.control.SandboxSpec;
import io.sallyport.control.SandboxState;
import io.sallyport.control.calls.LoginReport;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.credentials.Credential;
import io.sallyport.proxy.credentials.Keyring;
import io.sallyport.proxy.credentials.SandboxKeys;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The logins that programs have made inside of sandboxes, as far as the policy in force of each grants them. They end
 * with the grant, with the sandbox and with the process. Safe for concurrent use; readers never wait.
 */
public final class SandboxLogins implements SandboxPart, SandboxKeys, LoginReport.Source {
    /** Of the tokens of all sandboxes, in characters. */
    private static final int MAX_CHARS = 1 << 19;

    private final Map<String, LoginSettings> settings;
    private final PlaceholderIds ids;
    private final InstantSource clock;
    private final TokenSpace space = new TokenSpace(MAX_CHARS);
    private final Map<SandboxId, Granted> granted = new ConcurrentHashMap<>();

    /** What one sandbox has; immutable. */
    private record Granted(Map<String, SandboxLogin> logins, Keyring keys) {
        static final Granted NOTHING = new Granted(Map.of(), Keyring.EMPTY);
    }

    /**
     * @param placeholderKey 32 random bytes, the same after a restart
     * @param clock for the ends of tokens that reports name
     */
    public SandboxLogins(List<LoginSettings> settings, byte[] placeholderKey, InstantSource clock) {
        this.settings =
                settings.stream().collect(Collectors.toUnmodifiableMap(LoginSettings::name, Function.identity()));
        this.ids = new PlaceholderIds(placeholderKey);
        this.clock = clock;
    }

    @Override
    public Keyring of(SandboxId sandbox) {
        return granted.getOrDefault(sandbox, Granted.NOTHING).keys();
    }

    /** A login whose grant stays keeps its tokens. */
    @Override
    public void activate(SandboxState state) {
        SandboxSpec spec = state.spec();
        Set<String> names = spec == null ? Set.of() : spec.policy().credentials();
        Granted before = granted.getOrDefault(state.id(), Granted.NOTHING);
        Map<String, SandboxLogin> logins = names.stream()
                .map(settings::get)
                .filter(Objects::nonNull)
                .collect(Collectors.toUnmodifiableMap(LoginSettings::name, each -> login(state.id(), each, before)));
        if (logins.isEmpty()) {
            granted.remove(state.id());
        } else {
            granted.put(state.id(), new Granted(logins, keys(logins)));
        }
        before.logins().values().stream()
                .filter(login -> !logins.containsValue(login))
                .forEach(SandboxLogin::end);
    }

    private SandboxLogin login(SandboxId sandbox, LoginSettings each, Granted before) {
        SandboxLogin kept = before.logins().get(each.name());
        return kept != null
                ? kept
                : new SandboxLogin(each, member -> ids.of(sandbox, each.name() + "\n" + member), space, clock);
    }

    private static Keyring keys(Map<String, SandboxLogin> logins) {
        Map<String, Credential> keys = new HashMap<>();
        logins.values().stream()
                .flatMap(login -> login.credentials().stream())
                .forEach(credential -> keys.put(credential.key(), credential));
        return Keyring.of(keys);
    }

    @Override
    public List<LoginReport> logins() {
        return granted.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(SandboxId::text)))
                .flatMap(each -> each.getValue().logins().values().stream()
                        .flatMap(login -> login.reports(each.getKey()).stream()))
                .limit(LoginReport.MAX_REPORTS)
                .toList();
    }

    @Override
    public void end(Sandbox gone) {
        Granted ended = granted.remove(gone.id());
        if (ended != null) {
            ended.logins().values().forEach(SandboxLogin::end);
        }
    }
}
