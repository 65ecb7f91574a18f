package io.sallyport.control;

import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.Secrets;
import io.sallyport.control.store.Store;
import io.sallyport.decision.AllowedPatterns;
import io.sallyport.decision.DecisionCache;
import io.sallyport.decision.LeaseTerm;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.decision.skills.Permissions;
import io.sallyport.decision.skills.Skill;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.leasebridge.harness.Sourced;
import io.sallyport.model.Decision;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.Inquiry;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.SkillLimits;
import io.sallyport.model.SkillStatus;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Policies by word: a lease {@code bad} is refused, {@code full} finds no compiler, {@code slow} waits for the latch;
 * constraints are an instant; guardrails whose text says {@code clash} do not load beside a sandbox's own Rego. A manifest is an id and a status.
 */
final class FakePolicies implements Policies {
    final CountDownLatch slow = new CountDownLatch(1);
    final CountDownLatch slowBegan = new CountDownLatch(1);

    @Override
    public Made<SandboxPolicy> sandbox(
            SandboxId requester, SandboxDocuments documents, Store compiled, boolean submitted) {
        String lease = String.valueOf(documents.lease());
        return switch (lease) {
            case "bad" -> new Made.Refused<>(List.of(error("lease")));
            case "full" -> new Made.Unavailable<>("the queue is full");
            case "slow" -> {
                slowBegan.countDown();
                await();
                yield new Made.Ready<>(Policy.of(documents), List.of());
            }
            default -> new Made.Ready<>(Policy.of(documents), List.of());
        };
    }

    @Override
    public Made<GuardrailsPolicy> guardrails(GuardrailsDocuments documents, Store compiled) {
        String text = String.join("", documents.rego().values());
        return text.contains("bad")
                ? new Made.Refused<>(List.of(error("g.rego")))
                : new Made.Ready<>(new Guardrails(text), List.of());
    }

    @Override
    public Made<Skill> skill(String file, String text) {
        if (text.equals("bad")) {
            return new Made.Refused<>(List.of(error(file)));
        }
        Permissions none = new Permissions() {
            @Override
            public Decision check(Inquiry inquiry) {
                return Decision.Deny.of(ReasonCode.CAPABILITY_NOT_DECLARED);
            }

            @Override
            public List<String> nearest(Inquiry inquiry, int limit) {
                return List.of();
            }
        };
        String[] words = text.split(" ", -1);
        SkillStatus status = SkillStatus.valueOf(words[1]);
        return new Made.Ready<>(
                new Skill(
                        words[0],
                        "1",
                        Secrets.sha256(text),
                        status,
                        none,
                        Map.of("run", "run.py"),
                        Set.of(),
                        SkillLimits.NONE),
                List.of());
    }

    @Override
    public Explanation explain(
            SandboxPolicy sandbox,
            GuardrailsPolicy guardrails,
            SandboxDocuments documents,
            PolicySnapshot snapshot,
            Question request) {
        throw new UnsupportedOperationException("asked of the real ones alone");
    }

    @Override
    public Suggestion suggest(
            SandboxPolicy sandbox,
            GuardrailsPolicy guardrails,
            SandboxDocuments documents,
            SandboxFacts facts,
            Collection<? extends Question> requests,
            @Nullable String parent) {
        throw new UnsupportedOperationException("asked of the real ones alone");
    }

    private void await() {
        try {
            slow.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Diagnostic error(String file) {
        return Diagnostic.error(file, 1, 2, "WRONG", "wrong", null);
    }

    private record Guardrails(String text) implements GuardrailsPolicy {
        @Override
        public String digest() {
            return text.isEmpty() ? "" : Secrets.sha256(text);
        }

        @Override
        public List<String> bundles() {
            return List.of();
        }
    }

    private record Policy(
            SandboxDocuments documents, @Nullable LeaseTerm term) implements SandboxPolicy {
        private static Policy of(SandboxDocuments documents) {
            String end = documents.leaseConstraints();
            return new Policy(documents, LeaseTerm.until(end == null ? null : Instant.parse(end)));
        }

        @Override
        public List<String> bundles() {
            return List.of();
        }

        @Override
        public List<String> allowed() {
            return List.of(String.valueOf(documents.lease()));
        }

        @Override
        public RuntimeFetch runtimeFetch() {
            return RuntimeFetch.NONE;
        }

        @Override
        public List<Sourced> apiServers() {
            return List.of();
        }

        @Override
        public Made<PolicySnapshot> under(GuardrailsPolicy guardrails, SandboxFacts facts, long generation) {
            if (((Guardrails) guardrails).text().contains("clash")
                    && !documents.rego().isEmpty()) {
                return new Made.Refused<>(List.of(error("own.rego")));
            }
            String digest = Secrets.sha256(documents.lease() + guardrails.digest());
            Decision denied = Decision.Deny.of(ReasonCode.NO_GRANT);
            return new Made.Ready<>(
                    new PolicySnapshot(
                            facts,
                            generation,
                            digest,
                            term,
                            AllowedPatterns.of(List.of()),
                            _ -> denied,
                            DecisionCache.OFF),
                    List.of());
        }
    }
}
