package io.sallyport.apiservers.check;

import io.sallyport.apiservers.check.AnnouncedTools.Tool;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Who gets an answer: what is open, and every way of not having the token. */
record AnswerChecks(CheckedProcess trial, ServerPolling waiting, Consumer<ClauseResult> findings) {
    private static final int LARGE = 1_000_000;

    private static final int MOST_TOOLS = 32; // that are called without a token

    /** Tries all; the tools that the server lists, none where it does not. */
    AnnouncedTools run() {
        long fromNanos = waiting.nanoClock().getAsLong();
        RawResponse listed = trial.askWithToken(RawRequest.get("/tools.json").with("Accept-Encoding: identity"));
        boolean late = waiting.left(AnnouncedTools.LIMIT, fromNanos).isZero();
        AnnouncedTools.Parsed read = listed.status() == 200
                ? AnnouncedTools.parse(listed.json())
                : new AnnouncedTools.Rejected(listed.told());
        AnnouncedTools tools =
                read instanceof AnnouncedTools.Accepted(var accepted) ? accepted : new AnnouncedTools(List.of());
        if (read instanceof AnnouncedTools.Accepted) {
            read = late
                    ? new AnnouncedTools.Rejected("it took more than " + AnnouncedTools.LIMIT.toSeconds() + " s")
                    : tools.told(listed.body());
        }
        String fault = read instanceof AnnouncedTools.Rejected(var why) ? why : "";
        findings.accept(ClauseResult.of(ContractClause.TOOLS, fault.isEmpty(), fault));
        findings.accept(plain(listed));
        RawResponse open = trial.ask(RawRequest.get("/tools.json"));
        findings.accept(ClauseResult.of(ContractClause.TOOLS_CLOSED, open.status() == 401, open.told()));
        RawRequest call = tools.tools().isEmpty()
                ? RawRequest.get("/tools.json")
                : call(tools.tools().getFirst());
        findings.accept(unauthorized(ContractClause.UNAUTHORIZED, withoutToken(tools, call)));
        findings.accept(unauthorized(
                ContractClause.BEFORE_BODY,
                Map.of(
                        "no byte of the body",
                        RawRequest.of("POST", call.target()).with("Content-Length: " + LARGE))));
        findings.accept(
                unauthorized(ContractClause.BEFORE_PATH, Map.of("unknown path", RawRequest.get("/no-such-path"))));
        findings.accept(unauthorized(ContractClause.TOKEN_FORMS, forms(call)));
        return tools;
    }

    /** What has a coding is refused by the gateway, which reads answers on their way. */
    private static ClauseResult plain(RawResponse reply) {
        String coding = reply.header("content-encoding");
        return reply.status() == 0
                ? ClauseResult.unseen(ContractClause.PLAIN, reply.told())
                : ClauseResult.of(ContractClause.PLAIN, coding == null, "Content-Encoding: " + coding);
    }

    private static Map<String, RawRequest> withoutToken(AnnouncedTools tools, RawRequest first) {
        var calls = new TreeMap<String, RawRequest>();
        calls.put("no token", first);
        calls.put("another token", first.bearer("00000000-0000-4000-8000-000000000000"));
        tools.literal(MOST_TOOLS).forEach(tool -> calls.put(tool.name() + ", no token", call(tool)));
        return calls;
    }

    private Map<String, RawRequest> forms(RawRequest call) {
        String token = trial.token();
        var forms = new TreeMap<String, RawRequest>();
        forms.put("its beginning", call.bearer(token.substring(0, token.length() - 1)));
        forms.put("a tail", call.bearer(token + "x"));
        forms.put("upper case", call.bearer(token.toUpperCase(Locale.ROOT)));
        forms.put("no scheme", call.with("Authorization: " + token));
        forms.put("an empty one", call.with("Authorization: Bearer "));
        forms.put("Basic", call.with("Authorization: Basic " + basic("token:" + token)));
        forms.put("the query", new RawRequest(call.method(), call.target() + "?token=" + token, call.headers(), ""));
        forms.put(
                "access_token",
                new RawRequest(call.method(), call.target() + "?access_token=" + token, call.headers(), ""));
        return forms;
    }

    private ClauseResult unauthorized(ContractClause clause, Map<String, RawRequest> calls) {
        String others = calls.entrySet().stream()
                .map(call -> Map.entry(call.getKey(), trial.ask(call.getValue())))
                .filter(reply -> reply.getValue().status() != 401)
                .map(reply -> reply.getKey() + ": " + reply.getValue().told())
                .reduce((one, other) -> one + ", " + other)
                .orElse("");
        return ClauseResult.of(clause, others.isEmpty(), others);
    }

    private static RawRequest call(Tool tool) {
        return RawRequest.of(tool.method(), tool.endpoint().replaceAll("[^A-Za-z0-9/_.-]", "x"));
    }

    private static String basic(String credentials) {
        return Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.US_ASCII));
    }
}
