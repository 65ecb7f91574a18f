package io.sallyport.console.page;

import java.util.List;
import java.util.Map;

/**
 * One sandbox: who it is, what it may do, and what it tried.
 *
 * @param lines what decides for it, the highest layer first
 * @param counters name to count since the gateway started
 * @param diagnostics of its last change
 * @param tried its last decisions, the newest first
 * @param generations those that the state keeps, the newest first
 * @param tunnels that are open, the newest first
 * @param reportUntil until when it is in report mode, RFC 3339; empty if it is not
 * @param ended why everything is refused now; empty if nothing ended
 */
public record SandboxPage(
        SandboxesPage.Line sandbox,
        List<PolicyLine> lines,
        List<SubmittedText> documents,
        List<BudgetBar> budgets,
        Map<String, String> counters,
        List<FoundProblem> diagnostics,
        List<DecisionRow> tried,
        List<RefusalGroup> refusals,
        List<Generation> generations,
        List<TunnelRow> tunnels,
        String reportUntil,
        String ended) {
    public SandboxPage {
        lines = List.copyOf(lines);
        documents = List.copyOf(documents);
        budgets = List.copyOf(budgets);
        diagnostics = List.copyOf(diagnostics);
        tried = List.copyOf(tried);
        refusals = List.copyOf(refusals);
        generations = List.copyOf(generations);
        tunnels = List.copyOf(tunnels);
    }

    /** Reads the answers about one sandbox. */
    public static SandboxPage of(
            AnswerNode sandbox,
            AnswerNode effective,
            AnswerNode documents,
            AnswerNode audit,
            List<Generation> generations,
            List<TunnelRow> tunnels) {
        AnswerNode submitted = documents.member("documents");
        List<DecisionRow> rows = Decisions.of(audit);
        return new SandboxPage(
                SandboxesPage.line(sandbox),
                effective.items("lines").stream().map(PolicyLine::of).toList(),
                SubmittedText.of(submitted),
                BudgetBar.of(sandbox, submitted),
                sandbox.entries("counters"),
                FoundProblem.of(sandbox),
                rows.reversed().stream().limit(100).toList(),
                RefusalGroup.of(rows),
                generations,
                tunnels,
                effective.text("report_mode_until"),
                effective.text("ended"));
    }
}
