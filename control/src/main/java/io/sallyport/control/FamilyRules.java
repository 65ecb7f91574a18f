package io.sallyport.control;

import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.BudgetGrant;
import io.sallyport.decision.ledger.BudgetShortage;
import io.sallyport.decision.ledger.HostCurrency;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseSubset;
import io.sallyport.leasebridge.SubsetViolation;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules that a change must keep for the sake of the sandbox's parent and children. Called under the family's lock.
 */
final class FamilyRules {
    private static final DiagnosticCode VIOLATION = DiagnosticCode.LEASE_SUBSET_VIOLATION;

    private final SandboxStates states;

    FamilyRules(SandboxStates states) {
        this.states = states;
    }

    /** Returns the parent whose limits also bind a sandbox of {@code documents}, or null. */
    @Nullable
    Sandbox parent(SandboxDocuments documents) {
        SandboxId id = documents.parent();
        SandboxState parent = id == null ? null : states.find(id);
        return parent == null ? null : parent.sandbox();
    }

    /** Returns the account from which the budgets of the parent's children are taken, or null. */
    static @Nullable Account account(@Nullable Sandbox parent) {
        return parent == null ? null : parent.admission().account();
    }

    /** Checks whether {@code spec} can follow {@code before}. Budgets are left to {@link #grant}. */
    ChangeVerdict check(SandboxSpec spec, @Nullable SandboxState before) {
        SandboxId asked = spec.documents().parent();
        ChangeVerdict place = before == null
                ? below(asked)
                : kept(asked, before.sandbox().parent()).and(() -> held(spec, before));
        return place.and(() -> within(spec, asked));
    }

    private ChangeVerdict below(@Nullable SandboxId asked) {
        SandboxState parent = asked == null ? null : states.find(asked);
        if (asked != null && parent == null) {
            return refuse(DiagnosticCode.UNKNOWN_PARENT, "there is no sandbox " + asked, "put the parent first");
        }
        return parent != null && parent.sandbox().depth() >= Sandbox.MAX_DEPTH
                ? refuse(DiagnosticCode.TOO_DEEP, "there are more than " + Sandbox.MAX_DEPTH + " generations", null)
                : ChangeVerdict.PASS;
    }

    /** A child that could leave or change its parent could escape its parent's limits. */
    private static ChangeVerdict kept(@Nullable SandboxId asked, @Nullable Sandbox parent) {
        SandboxId is = parent == null ? null : parent.id();
        if (Objects.equals(asked, is)) {
            return ChangeVerdict.PASS;
        }
        String said = is == null ? "it has no parent" : "its parent is " + is;
        return refuse(
                DiagnosticCode.PARENT_FIXED,
                "a sandbox keeps its parent for life: " + said,
                "name it so, or use another id");
    }

    /** A child's budget was set aside from this account or one above it, and must stay there. */
    private ChangeVerdict held(SandboxSpec spec, SandboxState before) {
        Account account = before.sandbox().admission().account();
        Set<String> changed = new HashSet<>(spec.budget().keySet());
        account.balances().forEach(balance -> {
            if (!changed.remove(balance.currency())) {
                changed.add(balance.currency());
            }
        });
        for (SandboxState child : changed.isEmpty() ? List.<SandboxState>of() : states.descendants(before.id())) {
            for (String currency : changed) {
                if (child.sandbox().admission().account().names(currency)) {
                    String why = "the lease takes up or drops " + currency + ", of which the child "
                            + child.sandbox().id() + " holds a part";
                    return refuseLease(DiagnosticCode.BUDGET_HELD, why, "end the child first");
                }
            }
        }
        return ChangeVerdict.PASS;
    }

    private ChangeVerdict within(SandboxSpec spec, @Nullable SandboxId parentId) {
        SandboxState parent = parentId == null ? null : states.find(parentId);
        Lease child = spec.lease();
        Lease ceiling = parent == null ? null : parent.lease();
        if (parent == null || child == null || ceiling == null) {
            return ChangeVerdict.PASS;
        }
        return switch (LeaseSubset.of(child, ceiling, plenty(child, parent))) {
            case LeaseSubset.Within _ -> ChangeVerdict.PASS;
            case SubsetViolation violation -> refuseLease(VIOLATION, violation.toString(), null);
        };
    }

    /**
     * Makes amounts irrelevant: offers the child's full wish in each currency that the parent has. {@link #grant}
     * checks amounts.
     */
    private static @Nullable Map<String, BigDecimal> plenty(Lease child, SandboxState parent) {
        Map<String, BigDecimal> wanted = child.budget();
        Map<String, BigDecimal> there = parent.sandbox().admission().account().remaining();
        if (wanted == null || there.isEmpty()) {
            return wanted == null ? Map.of() : null;
        }
        there.keySet().retainAll(wanted.keySet());
        there.replaceAll((currency, left) -> wanted.getOrDefault(currency, left));
        return there;
    }

    /** Sets the budget aside, unless there is too little left of it. */
    static ChangeVerdict grant(Account account, Map<String, BigDecimal> budget) {
        return switch (account.grant(budget)) {
            case BudgetGrant.Granted _ -> ChangeVerdict.PASS;
            case BudgetShortage shortage -> refuse(shortage);
        };
    }

    private static ChangeVerdict refuse(BudgetShortage shortage) {
        if (shortage.currency().isEmpty()) {
            String why = "the lease names more currencies and ceilings than the " + Account.MAX_CURRENCIES
                    + " that a sandbox may name in its life";
            return refuseLease(DiagnosticCode.TOO_MANY, why, null);
        }
        String why = "%s: wants %s of the %s that are left"
                .formatted(
                        source(shortage.currency()),
                        shortage.wanted().toPlainString(),
                        shortage.left().toPlainString());
        return refuseLease(VIOLATION, why, null);
    }

    /** Returns the part of a lease that names the currency. */
    private static String source(String currency) {
        if (currency.equals(Account.USES)) {
            return "max_uses";
        }
        return (HostCurrency.of(currency) == null ? "cost.budget: \"" : "hosts: \"") + currency + "\"";
    }

    private static ChangeVerdict refuse(DiagnosticCode code, String why, @Nullable String help) {
        return ChangeVerdict.refuse(Diagnostic.error("parent", 0, 0, code, why, help));
    }

    private static ChangeVerdict refuseLease(DiagnosticCode code, String why, @Nullable String help) {
        return ChangeVerdict.refuse(Diagnostic.error("lease", 0, 0, code, why, help));
    }
}
