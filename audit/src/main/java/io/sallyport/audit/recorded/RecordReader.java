package io.sallyport.audit.recorded;

import io.sallyport.audit.AuditLine;
import io.sallyport.audit.RecordedQuestion;
import io.sallyport.audit.recorded.RecordedLine.Judged;
import io.sallyport.audit.recorded.RecordedLine.Unjudged;
import io.sallyport.audit.recorded.RecordedLine.Unreadable;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of one file in order, each for itself. Says once where the hash chain does not continue; whether the
 * log is whole is a question to {@link io.sallyport.audit.chain.ChainVerifier}. Confined to one thread.
 */
public final class RecordReader {
    private static final String VERSION = "1";
    private static final Pattern ID = Pattern.compile("[0-9a-z]{1,32}");
    private static final int TIME_CHARS = "2026-11-18T12:00:00.123Z".length();
    private static final int MAX_DIGITS = 15;
    private static final Set<String> UNJUDGED = Set.of("admin", "lifecycle", "end", "policy", "dns", "ask");
    private static final Set<String> JUDGED =
            Arrays.stream(RequestKind.values()).map(RequestKind::word).collect(Collectors.toUnmodifiableSet());
    private static final Map<String, ReasonCode> REASONS =
            Arrays.stream(ReasonCode.values()).collect(Collectors.toUnmodifiableMap(ReasonCode::word, code -> code));
    private static final Set<String> FIELDS = Stream.concat(
                    RecordedQuestion.FIELDS.stream(),
                    Stream.of(
                            "v",
                            "audit_id",
                            "time",
                            "run",
                            "generation",
                            "guardrails_epoch",
                            "verdict",
                            "rule",
                            "protocol",
                            "inspected",
                            "bytes_in",
                            "count",
                            "query_names",
                            "prev_hash",
                            "hash"))
            .collect(Collectors.toUnmodifiableSet());

    private @Nullable String lastHash;
    private boolean broken;

    /** Returns what one line holds, which comes without its line feed. */
    public RecordedLine read(String line) {
        Map<String, String> fields = AuditLine.fields(line, FIELDS);
        if (fields == null) {
            lastHash = null;
            return new Unreadable("no record of the log: cut off, or written by something else");
        }
        follow(fields);
        if (!VERSION.equals(fields.get("v"))) {
            return new Unreadable("not of version 1 of the records");
        }
        String kind = fields.getOrDefault("kind", "");
        if (UNJUDGED.contains(kind)) {
            return new Unjudged(kind);
        }
        return JUDGED.contains(kind) ? judged(fields) : new Unreadable("of no known kind");
    }

    /** Returns whether a line that was read does not continue the hash chain of the one before it. */
    public boolean isBroken() {
        return broken;
    }

    private void follow(Map<String, String> fields) {
        String last = lastHash;
        broken |= last != null && !last.equals(fields.get("prev_hash"));
        lastHash = fields.get("hash");
    }

    private static RecordedLine judged(Map<String, String> fields) {
        ReasonCode reason = REASONS.get(fields.getOrDefault("reason", ""));
        Instant time = time(fields.getOrDefault("time", ""));
        String id = fields.getOrDefault("audit_id", "");
        String sandbox = fields.get("sandbox");
        SandboxId known = sandbox == null ? null : SandboxId.parse(sandbox);
        long count = number(fields.getOrDefault("count", "1"));
        if (reason == null
                || time == null
                || count < 1
                || !ID.matcher(id).matches()
                || (sandbox != null && known == null)) {
            return new Unreadable("a field of the record has no form of version 1");
        }
        var verdict = RecordedVerdict.of(fields.getOrDefault("verdict", ""), reason, fields.get("rule"));
        return new Judged(
                id,
                time,
                known,
                fields.get("run"),
                Math.max(0, number(fields.getOrDefault("generation", "0"))),
                Math.max(0, number(fields.getOrDefault("guardrails_epoch", "0"))),
                verdict,
                reason,
                fields.containsKey("count") ? null : question(fields),
                host(fields.get("host")),
                List.of(fields.getOrDefault("query_names", "").split(",")),
                "false".equals(fields.get("inspected")),
                verdict == RecordedVerdict.ALLOWED && "0".equals(fields.get("bytes_in")),
                count);
    }

    /** Returns what was asked, as it was judged, or null if the record does not say it. */
    private static @Nullable Question question(Map<String, String> fields) {
        if (Scheme.API.word().equals(fields.get("scheme"))) {
            fields.put("scheme", Scheme.HTTP.word()); // which a request to such a host becomes again
        }
        boolean isFetch = RequestKind.FETCH.word().equals(fields.get("kind"));
        if (isFetch) {
            fields.put("kind", RequestKind.HTTP.word());
        }
        Question question = RecordedQuestion.of(fields);
        return question instanceof CanonicalRequest request
                ? isFetch ? fetch(request) : request.withContentType(contentType(fields.get("protocol")))
                : question;
    }

    private static @Nullable CanonicalRequest fetch(CanonicalRequest request) {
        CanonicalPath path = request.path();
        return path == null ? null : CanonicalRequest.fetch(request.scheme(), request.host(), request.port(), path);
    }

    private static List<String> contentType(@Nullable String protocol) {
        return "grpc".equals(protocol) ? List.of("application/grpc") : List.of();
    }

    private static @Nullable String host(@Nullable String text) {
        return text != null && CanonicalHost.parse(text) instanceof Parsed.Accepted(CanonicalHost host)
                ? host.text()
                : null;
    }

    private static @Nullable Instant time(String text) {
        try {
            return text.length() == TIME_CHARS ? Instant.parse(text) : null;
        } catch (DateTimeException _) {
            return null;
        }
    }

    /** Returns -1 for what is no number of the log. */
    private static long number(String text) {
        boolean isNumber =
                !text.isEmpty() && text.length() <= MAX_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Long.parseLong(text) : -1;
    }
}
