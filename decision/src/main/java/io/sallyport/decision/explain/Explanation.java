package io.sallyport.decision.explain;

import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.Provenance;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Verdict;
import io.sallyport.model.answer.RefusalHint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One question's whole way to its verdict, and what would change it. Holds what documents and their authors say, so it
 * is for those who put them, not for a sandbox.
 *
 * @param decision the verdict, made afresh by the policy in force
 * @param fault why a policy could not be evaluated, with the place, or null
 * @param generation of the policy
 * @param digest of the policy
 * @param steps who was asked, in the order in which their word counts
 * @param change the least that would have to be granted beside, or null where no grant would help
 */
public record Explanation(
        Question question,
        Decision decision,
        @Nullable String fault,
        long generation,
        String digest,
        List<Step> steps,
        @Nullable Change change) {
    public Explanation {
        steps = List.copyOf(steps);
    }

    /**
     * The same with further steps, and another verdict; what would help is left out where that is refused by somebody
     * else.
     */
    public Explanation under(List<Step> more, Decision whole) {
        List<Step> all = new ArrayList<>(steps);
        all.addAll(more);
        boolean othersPass = more.stream().allMatch(Step::passes);
        return new Explanation(question, whole, fault, generation, digest, all, othersPass ? change : null);
    }

    /** What would help, as one line or command that can be pasted where there is one; null of what is allowed. */
    public @Nullable String hint() {
        return switch (decision) {
            case Decision.Allow _ -> null;
            case Decision.Deny deny ->
                change == null
                        ? deny.denies().stream()
                                .map(Decision.DenyRule::hint)
                                .filter(Objects::nonNull)
                                .findFirst()
                                .orElse(RefusalHint.of(deny.reason()))
                        : line(change.additions().getFirst());
        };
    }

    private String line(Addition addition) {
        return addition.document().equals("lease") ? RefusalHint.withoutGrant(question, true) : addition.text();
    }

    /** The same for whoever may not read what guardrails read: a fault may quote it. */
    public Explanation withoutFault() {
        return new Explanation(question, decision, null, generation, digest, steps, change);
    }

    /**
     * The same as the sandbox that asks may see it: of policy what its refusals say, and of grants its own. Left out
     * are what guardrails and parents say beside the refusal, rules in report mode, obligations, and where documents
     * are written.
     */
    public Explanation forSandbox() {
        return new Explanation(
                question,
                shown(decision),
                null,
                generation,
                digest,
                steps.stream().map(Explanation::shown).toList(),
                change == null ? null : new Change(change.additions(), shown(change.then())));
    }

    private static Decision shown(Decision decision) {
        return switch (decision) {
            case Decision.Allow allow ->
                new Decision.Allow(allow.reason(), allow.rule(), allow.mode(), Obligations.NONE);
            case Decision.Deny deny ->
                new Decision.Deny(
                        deny.reason(),
                        deny.rule(),
                        deny.denies().stream().limit(1).toList());
        };
    }

    /** Returns {@code parent} or {@code workspace} alone for an ancestor. */
    private static String unnamed(String asked) {
        return SandboxId.isOfAncestor(asked) ? asked.substring(0, asked.indexOf(':')) : asked;
    }

    private static Step shown(Step step) {
        return switch (step) {
            case Narrowing narrowing ->
                new Standing(
                        unnamed(narrowing.asked()),
                        narrowing.passes()
                                ? Verdict.PASS
                                : Verdict.refuse(narrowing.said().reason()));
            case Standing standing -> standing;
            case Granting granting ->
                new Granting(
                        granting.asked(),
                        granting.covering().stream().map(Covering::unplaced).toList(),
                        granting.near().stream().map(Near::unplaced).toList(),
                        granting.grants());
        };
    }

    /** The word of one of those who are asked. */
    public sealed interface Step {
        /** As {@code guardrails} or {@code lease}. */
        String asked();

        /** Whether the request passes this step. */
        boolean passes();
    }

    /**
     * What somebody says who may only narrow.
     *
     * @param asked {@code guardrails} or {@code sandbox}, whose Rego it is, or {@link SandboxId#asAncestor}
     * @param said its word if all the rest were granted: what it denies, or what it wants done
     */
    public record Narrowing(String asked, Decision said) implements Step {
        @Override
        public boolean passes() {
            return said instanceof Decision.Allow;
        }
    }

    /**
     * What is true only now: ended, held back, used up.
     *
     * @param asked {@code admission}, or {@code guard}: what holds a question back beside the policies
     */
    public record Standing(String asked, Verdict said) implements Step {
        @Override
        public boolean passes() {
            return said instanceof Verdict.Pass;
        }
    }

    /**
     * What the grants of one side say, where each side must grant.
     *
     * @param asked {@code lease}, {@code policy} or {@code fetch}
     * @param covering grants that cover the request, in the order of their documents; at most {@link #MAX_SHOWN}
     * @param near the others that come nearest; at most {@link #MAX_SHOWN}
     * @param grants how many the side has
     */
    public record Granting(String asked, List<Covering> covering, List<Near> near, int grants) implements Step {
        /** Grants that one list shows. */
        public static final int MAX_SHOWN = 20;

        public Granting {
            covering = List.copyOf(covering);
            near = List.copyOf(near);
        }

        @Override
        public boolean passes() {
            return !covering.isEmpty();
        }
    }

    /**
     * A grant that covers the request.
     *
     * @param rule as {@code lease:net.fetch[0]}
     * @param text the pattern as written
     * @param at where it was written, or null where that is not known
     * @param opens whether it looks inside of a tunnel, so that the tunnel is opened
     */
    public record Covering(
            String rule, String text, @Nullable Provenance at, boolean opens) {
        private Covering unplaced() {
            return new Covering(rule, text, null, opens);
        }
    }

    /**
     * A grant that does not cover the request.
     *
     * @param at where it was written, or null where that is not known
     * @param differs the parts of the request that it is not for: {@code host}, {@code scheme}, {@code port}, {@code
     *     path}, {@code method}, {@code query}, {@code body}, which messages of a WebSocket are as well; of an action
     *     {@code capability}, {@code target}
     */
    public record Near(String rule, String text, @Nullable Provenance at, List<String> differs) {
        public Near {
            differs = List.copyOf(differs);
        }

        private Near unplaced() {
            return new Near(rule, text, null, differs);
        }
    }

    /**
     * What would change the verdict.
     *
     * @param additions what each document would have to say beside
     * @param then the verdict with them, made by the policy that they would be
     */
    public record Change(List<Addition> additions, Decision then) {
        public Change {
            additions = List.copyOf(additions);
        }
    }

    /**
     * One line more.
     *
     * @param document {@code lease} or {@code policy}
     * @param text as it would stand there
     */
    public record Addition(String document, String text) {}
}
