package io.sallyport.auditexport.form;

/**
 * What a verdict is in OCSF 1.8.0: {@code severity_id} and {@code status_id} of the base event, {@code action_id} and
 * {@code disposition_id} of the profile {@code security_control}.
 */
enum OcsfVerdict {
    ALLOW(1, "Informational", 1, "Success", 1, "Allowed", 1, "Allowed"),
    DENY(3, "Medium", 2, "Failure", 2, "Denied", 2, "Blocked"),
    LIMIT(2, "Low", 2, "Failure", 2, "Denied", 2, "Blocked"),
    REJECT(2, "Low", 2, "Failure", 2, "Denied", 25, "Rejected"),
    FAIL(4, "High", 2, "Failure", 99, "Other", 27, "Error");

    private final int severityId;
    private final String severity;
    private final int statusId;
    private final String status;
    private final int actionId;
    private final String action;
    private final int dispositionId;
    private final String disposition;

    OcsfVerdict(
            int severityId,
            String severity,
            int statusId,
            String status,
            int actionId,
            String action,
            int dispositionId,
            String disposition) {
        this.severityId = severityId;
        this.severity = severity;
        this.statusId = statusId;
        this.status = status;
        this.actionId = actionId;
        this.action = action;
        this.dispositionId = dispositionId;
        this.disposition = disposition;
    }

    /** Returns what the word of a record means; an unknown one is a fault. */
    static OcsfVerdict of(LoggedRecord record) {
        return switch (record.text("verdict", "")) {
            case "allow" -> ALLOW;
            case "deny" -> DENY;
            case "limit" -> LIMIT;
            case "reject" -> REJECT;
            default -> FAIL;
        };
    }

    void write(ExportJson event) {
        event.number("severity_id", severityId)
                .text("severity", severity)
                .number("status_id", statusId)
                .text("status", status)
                .number("action_id", actionId)
                .text("action", action)
                .number("disposition_id", dispositionId)
                .text("disposition", disposition);
    }
}
