package io.sallyport.control;

import io.sallyport.control.workspace.WorkspaceState;
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
import io.sallyport.model.WorkspaceId;
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

    /** Returns what is right above a sandbox of {@code documents}: its parent, else its workspace; or null. */
    @Nullable
    Sandbox above(SandboxDocuments documents) {
        SandboxId id = documents.parent();
        if (id != null) {
            SandboxState parent = states.find(id);
            return parent == null ? null : parent.sandbox();
        }
        WorkspaceId named = documents.workspace();
        WorkspaceState workspace = named == null ? null : states.workspaces().find(named);
        return workspace == null ? null : workspace.ancestor();
    }

    /** Returns the id of what {@link #above} returns, whether or not it is there. */
    static @Nullable SandboxId aboveId(SandboxDocuments documents) {
        WorkspaceId workspace = documents.workspace();
        return documents.parent() != null || workspace == null ? documents.parent() : workspace.ancestor();
    }

    /** Returns the account from which the budgets of those right below are taken, or null. */
    static @Nullable Account account(@Nullable Sandbox above) {
        return above == null ? null : above.admission().account();
    }

    /**
     * Returns the documents with the workspace that the sandbox is in: the one they name, else its own of before, its
     * parent's, or the default, which nobody avoids by naming none.
     */
    SandboxDocuments placed(SandboxDocuments documents, @Nullable SandboxState before) {
        if (documents.workspace() != null) {
            return documents;
        }
        SandboxState parent = documents.parent() == null ? null : states.find(documents.parent());
        WorkspaceId inherited = before != null ? workspace(before) : parent != null ? workspace(parent) : null;
        boolean isFree = before == null && parent == null;
        return documents.toBuilder()
                .workspace(isFree ? states.workspaces().rules().byDefault() : inherited)
                .build();
    }

    private static @Nullable WorkspaceId workspace(SandboxState state) {
        Sandbox workspace = state.sandbox().workspace();
        return workspace == null ? null : workspace.id().workspace();
    }

    /** Checks whether {@code spec} can follow {@code before}. Budgets are left to {@link #grant}. */
    ChangeVerdict check(SandboxSpec spec, @Nullable SandboxState before) {
        SandboxDocuments documents = spec.documents();
        ChangeVerdict place = before == null
                ? below(documents.parent()).and(() -> inside(documents))
                : kept(documents, before)
                        .and(() -> held(
                                spec, before.id(), before.sandbox().admission().account()));
        return place.and(() -> within(spec));
    }

    /** Checks whether a new sandbox may be in the workspace of {@code documents}, or in none. */
    private ChangeVerdict inside(SandboxDocuments documents) {
        WorkspaceId asked = documents.workspace();
        if (asked == null && states.workspaces().rules().required()) {
            return refuseWorkspace(
                    DiagnosticCode.WORKSPACE_REQUIRED, "the configuration requires a workspace", "name one");
        }
        if (asked != null && states.workspaces().find(asked) == null) {
            return refuseWorkspace(
                    DiagnosticCode.UNKNOWN_WORKSPACE,
                    "there is no workspace " + asked,
                    "the role security puts it first");
        }
        SandboxState parent = documents.parent() == null ? null : states.find(documents.parent());
        return parent == null || Objects.equals(asked, workspace(parent))
                ? ChangeVerdict.PASS
                : refuseWorkspace(
                        DiagnosticCode.OTHER_WORKSPACE,
                        "a child is in its parent's workspace: the parent " + parent.id() + " is in "
                                + named(workspace(parent)),
                        "name that one, or none");
    }

    private static String named(@Nullable WorkspaceId workspace) {
        return workspace == null ? "none" : workspace.text();
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

    /** One that could leave or change its parent or workspace could escape the limits from there. */
    private static ChangeVerdict kept(SandboxDocuments documents, SandboxState before) {
        Sandbox above = before.sandbox().parent();
        SandboxId is = above == null || above.isWorkspace() ? null : above.id();
        if (!Objects.equals(documents.workspace(), workspace(before))) {
            return refuseWorkspace(
                    DiagnosticCode.WORKSPACE_FIXED,
                    "a sandbox keeps its workspace for life: it is in " + named(workspace(before)),
                    "name that one or none, or use another id");
        }
        if (Objects.equals(documents.parent(), is)) {
            return ChangeVerdict.PASS;
        }
        String said = is == null ? "it has no parent" : "its parent is " + is;
        return refuse(
                DiagnosticCode.PARENT_FIXED,
                "a sandbox keeps its parent for life: " + said,
                "name it so, or use another id");
    }

    /** A budget below was set aside from the account of {@code id} or one above it, and must stay there. */
    ChangeVerdict held(SandboxSpec spec, SandboxId id, Account account) {
        Set<String> changed = new HashSet<>(spec.budget().keySet());
        account.balances().forEach(balance -> {
            if (!changed.remove(balance.currency())) {
                changed.add(balance.currency());
            }
        });
        for (SandboxState child : changed.isEmpty() ? List.<SandboxState>of() : states.descendants(id)) {
            for (String currency : changed) {
                if (child.sandbox().admission().account().names(currency)) {
                    String why = "the lease takes up or drops " + currency + ", of which "
                            + child.sandbox().id() + " holds a part";
                    return refuseLease(DiagnosticCode.BUDGET_HELD, why, "end it first");
                }
            }
        }
        return ChangeVerdict.PASS;
    }

    private ChangeVerdict within(SandboxSpec spec) {
        Sandbox above = above(spec.documents());
        Lease child = spec.lease();
        Lease ceiling = above == null ? null : lease(above);
        if (above == null || child == null || ceiling == null) {
            return ChangeVerdict.PASS;
        }
        return switch (LeaseSubset.of(child, ceiling, plenty(child, above))) {
            case LeaseSubset.Within _ -> ChangeVerdict.PASS;
            case SubsetViolation violation -> refuseLease(VIOLATION, violation.toString(), null);
        };
    }

    private @Nullable Lease lease(Sandbox above) {
        WorkspaceId id = above.id().workspace();
        if (id == null) {
            SandboxState parent = states.find(above.id());
            return parent == null ? null : parent.lease();
        }
        WorkspaceState workspace = states.workspaces().find(id);
        return workspace == null || workspace.policy() == null
                ? null
                : workspace.policy().lease();
    }

    /**
     * Makes amounts irrelevant: offers the child's full wish in each currency that the parent has. {@link #grant}
     * checks amounts.
     */
    private static @Nullable Map<String, BigDecimal> plenty(Lease child, Sandbox above) {
        Map<String, BigDecimal> wanted = child.budget();
        Map<String, BigDecimal> there = above.admission().account().remaining();
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

    private static ChangeVerdict refuseWorkspace(DiagnosticCode code, String why, @Nullable String help) {
        return ChangeVerdict.refuse(Diagnostic.error("workspace", 0, 0, code, why, help));
    }

    private static ChangeVerdict refuseLease(DiagnosticCode code, String why, @Nullable String help) {
        return ChangeVerdict.refuse(Diagnostic.error("lease", 0, 0, code, why, help));
    }
}
