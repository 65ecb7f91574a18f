package io.sallyport.console.page;

/**
 * A sandbox at which something is tried.
 *
 * @param candidateUntil until when it has a candidate, RFC 3339; empty if it has none
 * @param reportUntil until when it is in report mode, RFC 3339; empty if it is not
 */
public record TrialRow(String sandbox, long generation, String candidateUntil, String reportUntil) {
    static TrialRow of(AnswerNode trial) {
        return new TrialRow(
                trial.text("id"),
                trial.number("generation"),
                trial.member("candidate").text("until"),
                trial.member("report_mode").text("until"));
    }
}
