package io.sallyport.cli.policy.batch;

import io.sallyport.cli.lines.AnsweredLines;
import io.sallyport.cli.lines.LineCompiler;
import io.sallyport.cli.lines.UnreadableLine;
import io.sallyport.model.dialect.PolicyDialect;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Judges requests by network policies, one per line: {@code {"policy_yaml", "dialect", "request"}} in,
 * {@code {"verdict", "decided_at", "reason"}} out. The answer depends only on the line, which also says what a resolver
 * answered. The answers come from the code that the gateway runs for a sandbox. Safe for concurrent use.
 */
public final class PolicyBatch implements AutoCloseable {
    private final NetworkSnapshots policies = new NetworkSnapshots();
    private final AnsweredLines lines = new AnsweredLines(this::answer);

    /** Returns what answers the lines, until this is closed. */
    public AnsweredLines lines() {
        return lines;
    }

    private ObjectNode answer(JsonNode line) throws UnreadableLine {
        if (!line.path("policy_yaml").isString()) {
            throw new UnreadableLine("a line is {\"policy_yaml\": \"...\", \"request\": {...}}");
        }
        PolicyDialect dialect = dialect(line.path("dialect"));
        AskedRequest asked = AskedRequest.of(line.path("request"));
        var key = new NetworkSnapshots.Key(
                line.path("policy_yaml").stringValue(), dialect, asked == null ? null : asked.program());
        return verdict(policies.compile(key), dialect, asked).json();
    }

    private static NetworkVerdict verdict(
            NetworkSnapshots.RoutedPolicy policy, PolicyDialect dialect, @Nullable AskedRequest asked) {
        return switch (policy.compiled()) {
            case LineCompiler.Refused(var why) -> NetworkVerdict.invalid(why);
            case LineCompiler.Ready _
            when asked == null ->
                NetworkVerdict.deny(NetworkVerdict.Step.L4, "the policy loads, and there is no request");
            case LineCompiler.Ready(var snapshot) -> new RequestJudge(snapshot, policy.routes(), dialect).judge(asked);
        };
    }

    private static PolicyDialect dialect(JsonNode word) throws UnreadableLine {
        if (word.isMissingNode() || word.isNull()) {
            return PolicyDialect.STRICT;
        }
        PolicyDialect dialect = word.isString() ? PolicyDialect.of(word.stringValue()) : null;
        if (dialect == null) {
            throw new UnreadableLine("dialect is strict, openshell, or strict+SWITCH");
        }
        return dialect;
    }

    @Override
    public void close() {
        policies.close();
    }
}
