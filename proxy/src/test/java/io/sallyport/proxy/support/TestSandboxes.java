package io.sallyport.proxy.support;

import io.sallyport.decision.AllowedPatterns;
import io.sallyport.decision.DecisionCache;
import io.sallyport.decision.GrantedHosts;
import io.sallyport.decision.Judge;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.Sandboxes;
import io.sallyport.decision.VerifiedClaims;
import io.sallyport.decision.buffers.BufferBudget;
import io.sallyport.decision.buffers.BufferLimits;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.GuardrailsVersion;
import io.sallyport.model.host.HostPattern;
import io.sallyport.regoengine.value.RegoObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Sandboxes with a judge in place of a policy; the token of {@code ID} is {@code token-ID}. */
public final class TestSandboxes implements Sandboxes {
    /** Closes nothing. */
    public static final Guard GUARD = new Guard(ClosedPaths.of(List.of()));

    private final InstantSource clock;
    private final Ledger ledger = new Ledger();
    private BufferBudget buffers = new BufferBudget(new BufferLimits(64 << 20, 32 << 20));
    private final Map<SandboxId, Sandbox> byId = new ConcurrentHashMap<>();
    private final Map<String, SandboxId> byToken = new ConcurrentHashMap<>();

    /** Creates sandboxes whose leases end by this machine's clock. */
    public TestSandboxes() {
        this(InstantSource.system());
    }

    public TestSandboxes(InstantSource clock) {
        this.clock = clock;
    }

    /** Limits the unread bytes of sandboxes added from now on. */
    public BufferBudget bound(BufferLimits limits) {
        buffers = new BufferBudget(limits);
        return buffers;
    }

    /** Returns the budget of all of them together. */
    public BufferBudget buffers() {
        return buffers;
    }

    /** Adds a sandbox with that id; its admission is a {@link TestAdmission}. */
    public Sandbox add(String id, Judge judge) {
        return add(id, null, judge);
    }

    /** Adds a sandbox below {@code parent}. */
    public Sandbox add(String id, @Nullable Sandbox parent, Judge judge) {
        SandboxId name = new SandboxId(id);
        PolicyHolder policy = new PolicyHolder(snapshot(name, 1, null, judge));
        Account account =
                ledger.open(id, parent == null ? null : parent.admission().account());
        Sandbox sandbox = new Sandbox(name, policy, new TestAdmission(clock, account, buffers.open()), parent);
        byId.put(name, sandbox);
        byToken.put(sha256(tokenOf(id)), name);
        return sandbox;
    }

    public void remove(String id) {
        byId.remove(new SandboxId(id));
        byToken.remove(sha256(tokenOf(id)));
    }

    /** Puts a newer policy into force. */
    public static void change(Sandbox sandbox, @Nullable Instant expiresAt, Judge judge) {
        long next = sandbox.policy().current().generation() + 1;
        sandbox.policy().advanceTo(snapshot(sandbox.id(), next, expiresAt, judge));
    }

    /** Puts a newer policy into force, with claims that hold until then. */
    public static void claim(Sandbox sandbox, Instant until, Judge judge) {
        var claims = new VerifiedClaims("ci", until.getEpochSecond(), RegoObject.of(Map.of()));
        var facts = new SandboxFacts(sandbox.id(), "run-1", Map.of(), Phase.EXECUTION, Set.of(), Map.of(), claims);
        long next = sandbox.policy().current().generation() + 1;
        sandbox.policy().advanceTo(new PolicySnapshot(facts, next, "digest", null, List.of(), judge));
    }

    public static TestAdmission admission(Sandbox sandbox) {
        return (TestAdmission) sandbox.admission();
    }

    /** Puts a newer policy into force, under which those hosts may be looked up. */
    public static void grantNames(Sandbox sandbox, Judge judge, HostPattern... hosts) {
        SandboxFacts facts = new SandboxFacts(sandbox.id(), "run-1", Map.of(), Phase.EXECUTION);
        var patterns = AllowedPatterns.of(
                List.of(), Map.of(), Map.of(), false, GrantedHosts.of(List.of(List.of(hosts)), Set.of()));
        long next = sandbox.policy().current().generation() + 1;
        sandbox.policy()
                .advanceTo(new PolicySnapshot(
                        facts,
                        next,
                        "digest",
                        GuardrailsVersion.NONE,
                        null,
                        patterns,
                        judge,
                        DecisionCache.BY_DEFAULT));
    }

    private static PolicySnapshot snapshot(SandboxId id, long generation, @Nullable Instant expiresAt, Judge judge) {
        SandboxFacts facts = new SandboxFacts(id, "run-1", Map.of(), Phase.EXECUTION);
        return new PolicySnapshot(facts, generation, "digest", expiresAt, List.of("http://allowed.test/**"), judge);
    }

    /** Returns a judge that allows what satisfies {@code rule}, and denies the rest with no_grant. */
    public static Judge allowing(Predicate<CanonicalRequest> rule) {
        return request -> rule.test(request) ? allow(Obligations.NONE) : Decision.Deny.of(ReasonCode.NO_GRANT);
    }

    /** Returns a judge that allows those hosts. */
    public static Judge hosts(String... names) {
        return allowing(request -> List.of(names).contains(request.host().text()));
    }

    public static Decision allow(Obligations obligations) {
        return new Decision.Allow(ReasonCode.GRANTED, "lease:net.fetch[0]", Mode.ENFORCE, obligations);
    }

    public static String tokenOf(String id) {
        return "token-" + id;
    }

    @Override
    public @Nullable Sandbox find(SandboxId id) {
        return byId.get(id);
    }

    @Override
    public @Nullable Sandbox findByToken(String sha256) {
        SandboxId id = byToken.get(sha256);
        return id == null ? null : byId.get(id);
    }

    @Override
    public boolean holdsToken(SandboxId id, String sha256) {
        return id.equals(byToken.get(sha256));
    }

    private static String sha256(String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
