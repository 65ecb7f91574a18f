package io.sallyport.console.page;

/**
 * One decision, as a row shows it.
 *
 * @param time RFC 3339
 * @param verdict as in the record, such as {@code allow}
 * @param what the method, or the capability of an action
 * @param target the URL without its query, or the target of an action
 * @param count how many decisions the row stands for, at least 1
 * @param micros how long it took; 0 if the record does not say
 */
public record DecisionRow(
        String auditId,
        String time,
        String sandbox,
        String verdict,
        String what,
        String target,
        String reason,
        String rule,
        long status,
        boolean wouldDeny,
        long count,
        long micros) {
    /** Reads a record of the audit log. */
    public static DecisionRow of(AnswerNode record) {
        String capability = record.text("capability");
        boolean isConnect = record.text("kind").equals("connect");
        return new DecisionRow(
                record.text("audit_id"),
                record.text("time"),
                record.text("sandbox"),
                record.text("verdict"),
                !capability.isEmpty() ? capability : isConnect ? "CONNECT" : record.text("method"),
                capability.isEmpty() ? url(record, isConnect) : record.text("target"),
                record.text("reason"),
                record.text("rule"),
                record.number("status"),
                record.isTrue("would_deny"),
                Math.max(1, record.number("count")),
                record.number("duration_us"));
    }

    private static String url(AnswerNode record, boolean isConnect) {
        String host = record.text("host");
        if (host.isEmpty()) {
            return record.text("path");
        }
        String scheme = record.text("scheme");
        String port = record.text("port");
        boolean isUsual = port.isEmpty()
                || (scheme.equals("https") && port.equals("443"))
                || (scheme.equals("http") && port.equals("80"));
        String authority = host.contains(":") ? "[" + host + "]" : host;
        return (scheme.isEmpty() ? "" : scheme + "://")
                + authority
                + (isUsual ? "" : ":" + port)
                + (isConnect ? "" : record.text("path"));
    }

    public boolean isRefused() {
        return !verdict.equals("allow");
    }

    /** Returns whether a grant could change it: policy refused it for lack of one. */
    public boolean isGrantable() {
        return reason.equals("no_grant") && !sandbox.isEmpty() && !target.isEmpty();
    }
}
