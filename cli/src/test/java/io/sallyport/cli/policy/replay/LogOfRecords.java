package io.sallyport.cli.policy.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A log of records that a test writes, without hash chain. */
final class LogOfRecords {
    private final List<String> lines = new ArrayList<>();

    /** Adds a request to {@code https://HOST}, allowed by a grant, or refused for want of one. */
    LogOfRecords request(String sandbox, String method, String host, String path, boolean allowed) {
        return request(sandbox, method, host, path, allowed ? "\"allow\",\"granted\"" : "\"deny\",\"no_grant\"");
    }

    /** Adds a request with {@code "VERDICT","REASON"}. */
    LogOfRecords request(String sandbox, String method, String host, String path, String said) {
        return record(
                sandbox,
                said,
                "\"kind\":\"http\",\"scheme\":\"https\",\"host\":\"%s\",\"port\":443,\"method\":\"%s\",\"path\":\"%s\""
                        .formatted(host, method, path));
    }

    /** Adds a record with {@code "VERDICT","REASON"} and its other members; its time has as many seconds as its id. */
    LogOfRecords record(String sandbox, String said, String members) {
        int number = lines.size();
        return line("{\"v\":1,\"audit_id\":\"id%05d\",\"time\":\"2026-11-18T12:%02d:%02d.000Z\",\"sandbox\":\"%s\","
                        .formatted(number, number / 60 % 60, number % 60, sandbox)
                + "\"verdict\":" + said.replace(",\"", ",\"reason\":\"") + "," + members + "}");
    }

    LogOfRecords line(String line) {
        lines.add(line);
        return this;
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }

    String in(Path folder) throws IOException {
        return Files.writeString(folder.resolve("audit.jsonl"), text()).toString();
    }
}
