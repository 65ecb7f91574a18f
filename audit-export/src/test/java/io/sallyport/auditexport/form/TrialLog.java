package io.sallyport.auditexport.form;

import io.sallyport.model.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Lines of a log, sealed as docs/audit.md says. */
public final class TrialLog {
    /** One record of each kind, with the members that the log writes for it. */
    public static final List<String> KINDS = List.of(
            request(
                    "http",
                    "\"scheme\":\"http\",\"host\":\"api.github.com\",\"port\":80,\"method\":\"GET\","
                            + "\"path\":\"/repos/acme/x\",\"address\":\"140.82.121.6\",\"bytes_in\":0,\"bytes_out\":512,"
                            + "\"duration_us\":1234"),
            request(
                    "http",
                    "\"scheme\":\"https\",\"host\":\"dav.example\",\"port\":443,\"method\":\"PROPFIND\","
                            + "\"path\":\"/\",\"client_address\":\"2001:db8:0:0:0:0:0:7\",\"peer\":\"10.0.0.2\""),
            request(
                    "http",
                    "\"labels\":{\"team\":\"r|e=d\\\\ \",\"ci/job\":\"7\"},\"host\":\"labels.example\","
                            + "\"query_names\":[\"*\",\"page\"]"),
            request("connect", "\"scheme\":\"https\",\"host\":\"[2001:db8::1]\",\"port\":443,\"inspected\":false"),
            request("end", "\"host\":\"203.0.113.7\",\"port\":22,\"bytes_in\":9000000000,\"bytes_out\":1"),
            request("dns", "\"host\":\"example.com\",\"method\":\"A\",\"address\":\"198.18.0.1\""),
            request("fetch", "\"url\":\"https://github.com/acme/skills/a\",\"findings\":[{\"id\":\"F1\"}]"),
            request(
                    "model",
                    "\"method\":\"POST\",\"model\":\"gpt\",\"model_operation\":\"chat_completions\","
                            + "\"cost\":{\"USD\":\"0.1\"}"),
            request("tool", "\"security_event\":\"allowed\",\"capability\":\"tool.call\",\"target\":\"git\""),
            request("admin", "\"method\":\"PUT\",\"path\":\"/v1/sandboxes/sb-1\""),
            request("policy", "\"detail\":\"epoch 2\""),
            "{\"v\":1,\"audit_id\":\"a9\",\"time\":\"2026-11-18T12:00:00.123Z\",\"kind\":\"lifecycle\","
                    + "\"verdict\":\"fail\",\"reason\":\"audit_unavailable\",\"mode\":\"enforce\",\"count\":3",
            "{\"v\":1,\"audit_id\":\"a8\",\"time\":\"2026-11-18T12:00:00.123Z\",\"kind\":\"http\","
                    + "\"verdict\":\"deny\",\"reason\":\"no_grant\",\"count\":99,"
                    + "\"last_time\":\"2026-11-18T12:00:09.000Z\",\"last_audit_id\":\"a9\"");

    private final List<byte[]> lines = new ArrayList<>();
    private String last = "0".repeat(64);
    private long seq;

    private static String request(String kind, String members) {
        return "{\"v\":1,\"audit_id\":\"a1\",\"time\":\"2026-11-18T12:00:00.123Z\",\"kind\":\"" + kind + "\","
                + "\"sandbox\":\"sb-1\",\"run\":\"run-7\",\"generation\":3,\"verdict\":\"allow\","
                + "\"reason\":\"granted\",\"rule\":\"lease:net.fetch[0]\",\"status\":200,\"mode\":\"enforce\","
                + "\"would_deny\":false," + members;
    }

    /** Returns a log of these records, each an object without its closing brace. */
    public static TrialLog of(List<String> records) {
        var log = new TrialLog();
        records.forEach(log::add);
        return log;
    }

    /** Adds a record, an object without its closing brace. */
    public TrialLog add(String record) {
        String before = record + ",\"seq\":" + ++seq + ",\"prev_hash\":\"" + last;
        last = Sha256.hexOf(before);
        lines.add(bytes(before + "\",\"hash\":\"" + last + "\"}"));
        return this;
    }

    /** Adds what a crash left of a line. */
    public TrialLog cutOff(String rest) {
        lines.add(bytes(rest));
        last = Sha256.of(bytes(rest + ",\"prev_hash\":\"" + last)).toString();
        return this;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    public List<byte[]> lines() {
        return lines;
    }

    /** Returns the log in a form, as a file's content. */
    public byte[] in(ExportForm form) {
        return file(lines.stream().map(form::of).toList());
    }

    /** Returns the lines as a file's content. */
    public static byte[] file(List<byte[]> lines) {
        var out = new ByteArrayOutputStream();
        for (byte[] line : lines) {
            out.writeBytes(line);
            out.write('\n');
        }
        return out.toByteArray();
    }
}
