package io.sallyport.apiservers.check;

import io.sallyport.apiservers.check.Tools.Tool;
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
    private final Tools tools;
    private final Consumer<Finding> findings;
    private final List<String> notJson = new ArrayList<>();

    RequestChecks(CheckedProcess trial, Tools tools, Consumer<Finding> findings) {
        this.trial = trial;
        this.tools = tools;
        this.findings = findings;
    }

    void run() {
        refused("401", trial.ask(Call.get("/no-such-path")));
        String secret = "/no-such-path?token=" + trial.token() + "&at=http://user:" + trial.token() + "@example.com/";
        Reply unknown = refused("404", trial.askWithToken(Call.get(secret)));
        findings.accept(Finding.of(Clause.UNKNOWN_PATH, unknown.status() == 404, unknown.told()));
        Tool tool = tools.withBody();
        if (tool == null) {
            for (Clause clause :
                    List.of(Clause.WRONG_METHOD, Clause.BROKEN_JSON, Clause.BODY_LIMIT, Clause.CHUNKED_LIMIT)) {
                findings.accept(Finding.unseen(clause, NO_TOOL));
            }
        } else {
            withBody(tool);
        }
        findings.accept(
                Finding.of(Clause.ERRORS, notJson.isEmpty(), "another body with " + String.join(", ", notJson)));
        findings.accept(headLimit());
    }

    private void withBody(Tool tool) {
        String other = tools.otherMethod(tool);
        if (other == null) {
            findings.accept(Finding.unseen(Clause.WRONG_METHOD, "the path has every method"));
        } else {
            Reply wrong = refused("405", trial.askWithToken(Call.of(other, tool.endpoint())));
            boolean kept = wrong.status() == 405 && wrong.header("allow") != null;
            findings.accept(Finding.of(
                    Clause.WRONG_METHOD, kept, wrong.told() + (wrong.status() == 405 ? " without Allow" : "")));
        }
        Call post = Call.of("POST", tool.endpoint());
        Reply broken = refused("400", trial.askWithToken(post.json("{\"" + trial.token() + "\"")));
        findings.accept(Finding.of(Clause.BROKEN_JSON, broken.status() == 400, broken.told()));
        findings.accept(bodyLimit(post));
        findings.accept(chunkedLimit(post));
    }

    private Finding bodyLimit(Call post) {
        Reply reply = said(wire -> wire.say(post.bearer(trial.token())
                        .with("Content-Type: application/json")
                        .with("Content-Length: " + (LIMIT_BYTES + 1))
                        .head())
                .say(" ".repeat(LIMIT_BYTES + 1)));
        return Finding.of(Clause.BODY_LIMIT, reply.status() == 413, reply.told());
    }

    private Finding chunkedLimit(Call post) {
        Reply reply = said(wire -> {
            wire.say(post.bearer(trial.token())
                    .with("Content-Type: application/json")
                    .with("Transfer-Encoding: chunked")
                    .head());
            for (int sent = 0; sent <= LIMIT_BYTES; sent += LIMIT_BYTES / 16) {
                wire.say(Integer.toHexString(LIMIT_BYTES / 16) + "\r\n" + " ".repeat(LIMIT_BYTES / 16) + "\r\n");
            }
        });
        return Finding.of(Clause.CHUNKED_LIMIT, reply.status() == 413, reply.told());
    }

    /** What is answered to a body that is too large. */
    private Reply said(Consumer<RawConnection> saying) {
        try (RawConnection wire = RawConnection.to(trial.port())) {
            saying.accept(wire);
            return refused("413", trial.kept(wire.reply(trial.limit())));
        } catch (IOException _) {
            return Reply.NONE;
        }
    }

    private Finding headLimit() {
        Reply reply = trial.askWithToken(Call.get("/tools.json").with("X-Long: " + "x".repeat(HEAD_BYTES)));
        return Finding.of(Clause.HEADER_LIMIT, reply.status() == 0 || reply.status() >= 400, reply.told());
    }

    /** Looks at the body of a refusal; what has another status is told of elsewhere. */
    private Reply refused(String name, Reply reply) {
        if (reply.status() >= 400 && !reply.json().path("error").isString()) {
            notJson.add(name);
        }
        return reply;
    }
}
