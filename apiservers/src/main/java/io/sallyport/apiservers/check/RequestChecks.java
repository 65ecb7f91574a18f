package io.sallyport.apiservers.check;

import io.sallyport.apiservers.check.AnnouncedTools.Tool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What becomes of requests that are wrong in themselves; none of them does anything. */
final class RequestChecks {
    private static final int LIMIT_BYTES = 1 << 20;
    private static final int HEAD_BYTES = 17 << 10;
    private static final String NO_TOOL = "no tool takes a POST";

    private final CheckedProcess trial;
    private final AnnouncedTools tools;
    private final Consumer<ClauseResult> findings;
    private final List<String> notJson = new ArrayList<>();

    RequestChecks(CheckedProcess trial, AnnouncedTools tools, Consumer<ClauseResult> findings) {
        this.trial = trial;
        this.tools = tools;
        this.findings = findings;
    }

    void run() {
        refused("401", trial.ask(RawRequest.get("/no-such-path")));
        String secret = "/no-such-path?token=" + trial.token() + "&at=http://user:" + trial.token() + "@example.com/";
        RawResponse unknown = refused("404", trial.askWithToken(RawRequest.get(secret)));
        findings.accept(ClauseResult.of(ContractClause.UNKNOWN_PATH, unknown.status() == 404, unknown.told()));
        Tool tool = tools.withBody();
        if (tool == null) {
            for (ContractClause clause : List.of(
                    ContractClause.WRONG_METHOD,
                    ContractClause.BROKEN_JSON,
                    ContractClause.BODY_LIMIT,
                    ContractClause.CHUNKED_LIMIT)) {
                findings.accept(ClauseResult.unseen(clause, NO_TOOL));
            }
        } else {
            withBody(tool);
        }
        findings.accept(ClauseResult.of(
                ContractClause.ERRORS, notJson.isEmpty(), "another body with " + String.join(", ", notJson)));
        findings.accept(headLimit());
    }

    private void withBody(Tool tool) {
        String other = tools.otherMethod(tool);
        if (other == null) {
            findings.accept(ClauseResult.unseen(ContractClause.WRONG_METHOD, "the path has every method"));
        } else {
            RawResponse wrong = refused("405", trial.askWithToken(RawRequest.of(other, tool.endpoint())));
            boolean kept = wrong.status() == 405 && wrong.header("allow") != null;
            findings.accept(ClauseResult.of(
                    ContractClause.WRONG_METHOD, kept, wrong.told() + (wrong.status() == 405 ? " without Allow" : "")));
        }
        RawRequest post = RawRequest.of("POST", tool.endpoint());
        RawResponse broken = refused("400", trial.askWithToken(post.json("{\"" + trial.token() + "\"")));
        findings.accept(ClauseResult.of(ContractClause.BROKEN_JSON, broken.status() == 400, broken.told()));
        findings.accept(bodyLimit(post));
        findings.accept(chunkedLimit(post));
    }

    private ClauseResult bodyLimit(RawRequest post) {
        RawResponse reply = said(wire -> wire.say(post.bearer(trial.token())
                        .with("Content-Type: application/json")
                        .with("Content-Length: " + (LIMIT_BYTES + 1))
                        .head())
                .say(" ".repeat(LIMIT_BYTES + 1)));
        return ClauseResult.of(ContractClause.BODY_LIMIT, reply.status() == 413, reply.told());
    }

    private ClauseResult chunkedLimit(RawRequest post) {
        RawResponse reply = said(wire -> {
            wire.say(post.bearer(trial.token())
                    .with("Content-Type: application/json")
                    .with("Transfer-Encoding: chunked")
                    .head());
            for (int sent = 0; sent <= LIMIT_BYTES; sent += LIMIT_BYTES / 16) {
                wire.say(Integer.toHexString(LIMIT_BYTES / 16) + "\r\n" + " ".repeat(LIMIT_BYTES / 16) + "\r\n");
            }
        });
        return ClauseResult.of(ContractClause.CHUNKED_LIMIT, reply.status() == 413, reply.told());
    }

    /** What is answered to a body that is too large. */
    private RawResponse said(Consumer<RawConnection> saying) {
        try (RawConnection wire = RawConnection.to(trial.port())) {
            saying.accept(wire);
            return refused("413", trial.kept(wire.reply(trial.limit())));
        } catch (IOException _) {
            return RawResponse.NONE;
        }
    }

    private ClauseResult headLimit() {
        RawResponse reply = trial.askWithToken(RawRequest.get("/tools.json").with("X-Long: " + "x".repeat(HEAD_BYTES)));
        return ClauseResult.of(ContractClause.HEADER_LIMIT, reply.status() == 0 || reply.status() >= 400, reply.told());
    }

    /** Looks at the body of a refusal; what has another status is told of elsewhere. */
    private RawResponse refused(String name, RawResponse reply) {
        if (reply.status() >= 400 && !reply.json().path("error").isString()) {
            notJson.add(name);
        }
        return reply;
    }
}
