package io.sallyport.cli.audit;

import io.sallyport.cli.command.TimeConverter;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that say which records are asked for. Values are compared as they are. */
final class QueryFilterOptions {
    @Option(names = "--sandbox", paramLabel = "ID", description = "Only records of this sandbox.")
    private @Nullable String sandbox;

    @Option(names = "--run", paramLabel = "NAME", description = "Only records of this run.")
    private @Nullable String run;

    @Option(names = "--kind", paramLabel = "WORD", description = "Only records of this kind, such as http.")
    private @Nullable String kind;

    @Option(
            names = "--verdict",
            paramLabel = "WORD",
            description = "Only records of this verdict: allow, deny, reject, limit or fail.")
    private @Nullable String verdict;

    @Option(names = "--reason", paramLabel = "WORD", description = "Only records of this reason, such as no_grant.")
    private @Nullable String reason;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "Only records of this host; *.NAME for all below a name.")
    private @Nullable String host;

    @Option(names = "--rule", paramLabel = "NAME", description = "Only where this rule decided.")
    private @Nullable String rule;

    @Option(
            names = "--text",
            paramLabel = "TEXT",
            description = "Only with this text in host, path or rule, whatever its case; at least 3 characters.")
    private @Nullable String text;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "Only with this label.")
    private @Nullable String label;

    @Option(
            names = "--since",
            paramLabel = "RFC3339",
            converter = TimeConverter.class,
            description = "Only records of this time and later ones.")
    private @Nullable Instant since;

    @Option(
            names = "--until",
            paramLabel = "RFC3339",
            converter = TimeConverter.class,
            description = "Only records before this time.")
    private @Nullable Instant until;

    /** Returns what was given, by the names of the control API. */
    Map<String, String> parameters() {
        Map<String, String> given = new TreeMap<>();
        put(given, "sandbox", sandbox);
        put(given, "run", run);
        put(given, "kind", kind);
        put(given, "verdict", verdict);
        put(given, "reason", reason);
        put(given, "host", host);
        put(given, "rule", rule);
        put(given, "text", text);
        put(given, "label", label);
        put(given, "from", since);
        put(given, "to", until);
        return given;
    }

    private static void put(Map<String, String> given, String name, @Nullable Object value) {
        if (value != null) {
            given.put(name, value.toString());
        }
    }
}
