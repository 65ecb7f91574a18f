package io.sallyport.gateway.serve;

import io.sallyport.admin.Control.SandboxAnswer;
import io.sallyport.admin.Control.SandboxChange;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.guard.CheckSettings;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.gateway.config.Config;
import io.sallyport.gateway.control.Accounts;
import io.sallyport.gateway.control.CaRegistry;
import io.sallyport.gateway.control.Changes;
import io.sallyport.gateway.control.Companions;
import io.sallyport.gateway.control.CompiledPolicies;
import io.sallyport.gateway.control.PolicyControl;
import io.sallyport.gateway.control.RegistryOfSkills;
import io.sallyport.gateway.control.TargetCheck;
import io.sallyport.gateway.control.UnwrittenSpending;
import io.sallyport.gateway.state.CaStore;
import io.sallyport.gateway.state.MemoryStore;
import io.sallyport.gateway.state.StateException;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Dialect;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does once, for a sandbox that nobody knows, what the first policy will need: reads a lease, compiles it, makes a CA and
 * decides requests, by the product's own way and on memory of its own. No state, record or count is left of it.
 */
final class WarmUp {
    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
    private static final SandboxId NOBODY = new SandboxId("warm-up");
    private static final int ROUNDS = 20;
    private static final String LEASE = """
            {"net.fetch": ["https://warm.test/v1/**", "http://*.warm.test/a/*/b"], "tool.call": ["x.*"]}""";

    private final Config config;
    private final Lifecycle lifecycle;

    private WarmUp(Config config, Lifecycle lifecycle) {
        this.config = config;
        this.lifecycle = lifecycle;
    }

    /** On a thread of its own; what fails is told to the operator, and keeps nothing from being ready. */
    static void start(Config config, Lifecycle lifecycle) {
        Thread.ofPlatform().daemon().name("warm-up").start(new WarmUp(config, lifecycle)::run);
    }

    private void run() {
        try (CompiledPolicies policies = Parts.policies(config)) {
            for (int i = 0; i < ROUNDS && !lifecycle.isDraining(); i++) {
                once(policies);
            }
        } catch (StateException | RuntimeException e) {
            LOG.warn("the first policy will take longer: what it needs could not be loaded ahead", e);
        } finally {
            lifecycle.warmedUp();
        }
    }

    private static void once(CompiledPolicies policies) throws StateException {
        var registry = new SandboxRegistry();
        PolicyControl control = control(policies, registry);
        SandboxAnswer answer = control.put(NOBODY, new SandboxChange(documents(), -1, false))
                .toCompletableFuture()
                .join();
        if (!(answer instanceof SandboxAnswer.InForce)) {
            throw new IllegalStateException("a lease that is right was not taken: " + answer);
        }
        Sandbox sandbox = registry.find(NOBODY);
        if (sandbox != null) {
            decide(sandbox);
        }
        control.delete(NOBODY).toCompletableFuture().join();
    }

    private static void decide(Sandbox sandbox) {
        for (String url : List.of("https://warm.test/v1/x", "http://a.warm.test/a/x/b", "https://cold.test/")) {
            if (CanonicalUrl.parse(url, Dialect.WIRE) instanceof CanonicalUrl.Accepted(var read)) {
                var get = CanonicalRequest.fetch(read.scheme(), read.host(), read.port(), read.path());
                sandbox.policy().current().decide(CanonicalRequest.connect(read.scheme(), read.host(), read.port()));
                sandbox.policy().current().decide(get.withMethod("POST"));
            }
        }
    }

    private static SandboxDocuments documents() {
        return new SandboxDocuments(
                LEASE, null, null, null, Map.of(), "warm-up", null, Map.of(), null, Set.of(), false);
    }

    private static PolicyControl control(CompiledPolicies policies, SandboxRegistry registry) throws StateException {
        var store = new MemoryStore();
        InstantSource wall = InstantSource.system();
        var limits = new AdmissionLimits(1, 1, Duration.ZERO);
        var skills = new SkillRegistry();
        return PolicyControl.load(
                store,
                policies,
                null,
                registry,
                new CaRegistry(CaStore.MEMORY_ONLY, new SecureRandom(), wall),
                account -> new LiveAdmission(limits, wall, System::nanoTime, account),
                new Accounts(
                        store,
                        new BudgetRecords(NoAudit.INSTANCE, wall),
                        new UnwrittenSpending(Duration.ofMinutes(1), true)),
                wall,
                new Changes() {
                    @Override
                    public void policyChanged(SandboxId sandbox) {}

                    @Override
                    public void removed(Sandbox gone) {}
                },
                _ -> Map.of(),
                new RegistryOfSkills(null, policies, skills, System::nanoTime),
                new Guard(ClosedPaths.of(ClosedPaths.BY_DEFAULT), skills, CheckSettings.BY_DEFAULT),
                TargetCheck.NONE,
                Companions.NONE);
    }
}
