package io.sallyport.apiservers.check;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** What a process that was checked has left in writing. */
record LogChecks(CheckedProcess trial, Consumer<ClauseResult> findings) {
    void run() throws InterruptedException {
        trial.out().awaitEnd();
        trial.err().awaitEnd();
        String out = trial.out().text();
        String err = trial.err().text();
        findings.accept(
                ClauseResult.of(ContractClause.STDOUT, out.isEmpty(), "it wrote " + out.length() + " characters"));
        findings.accept(ClauseResult.of(ContractClause.LOG_SECRETS, !tells(out + err), "the token stands in it"));
        findings.accept(
                ClauseResult.of(ContractClause.ANSWER_SECRETS, !tells(trial.answers()), "the token stands in one"));
        List<String> lines = wholeLines(err);
        List<String> without = lines.stream()
                .filter(line -> !line.contains(CheckedProgram.RUN))
                .toList();
        findings.accept(
                err.isEmpty()
                        ? ClauseResult.unseen(ContractClause.LOG_RUN, "it wrote nothing")
                        : ClauseResult.of(
                                ContractClause.LOG_RUN,
                                without.isEmpty(),
                                without.size() + " of " + lines.size() + " lines do not"));
    }

    /** Where more was written than is kept, the last line is a piece of one. */
    private List<String> wholeLines(String err) {
        List<String> lines = err.lines().toList();
        return trial.err().isCut() && !lines.isEmpty() ? lines.subList(0, lines.size() - 1) : lines;
    }

    private boolean tells(String text) {
        return text.toLowerCase(Locale.ROOT).contains(trial.token().toLowerCase(Locale.ROOT));
    }
}
