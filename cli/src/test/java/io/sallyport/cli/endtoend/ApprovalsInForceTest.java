package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two people for a change of the guardrails, with their tokens at the command line of a running gateway. */
class ApprovalsInForceTest {
    private static final String ROLES = "\"alice.token\": security, \"bob.token\": security, \"ray.token\": reader";
    private static final String TWO = "approvals: {guardrails: 2}\n";
    private static final long MINUTE = 60_000_000_000L;
    private static final String URL = "http://yes.test/";
    private static final Pattern APPROVE = Pattern.compile("sallyport policy approve ([0-9a-f]{32})\n");
    private static final String RULE = """
            package sallyport.guardrails

            deny contains {"rule": "no-yes", "message": "closed"} if input.net.host == "NAME.test"
            """;

    @TempDir
    Path folder = Path.of("");

    @Test
    void aPushHoldsOnceAnotherPersonHasReadAndApprovedIt() throws Exception {
        require("curl");
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = Rig.startWithRoles(folder, Map.of("yes.test:80", origin.hostPort()), ROLES, TWO)) {
            Map<String, String> variables = rig.grant(Rig.SB, URL + "**");
            Client.Ended push = run(rig, "alice", "push", rules("yes"), "--note", "close yes");
            assertThat(push.exit()).as(push.err()).isZero();
            assertThat(push.out()).contains("not in force yet: until 2", "waits for another person than alice.token");
            String id = id(push);
            assertThat(rig.curl(variables, URL)).as("not in force").startsWith("200");

            assertThat(run(rig, "alice", "approve", id).err()).contains("author of a change does not approve it");
            assertThat(run(rig, "ray", "approve", id).exit()).isEqualTo(3);
            assertThat(run(rig, "ray", "approvals").out()).contains(id + " pending", "security alice.token: close yes");
            assertThat(run(rig, "bob", "approvals", id).out())
                    .contains("by      security alice.token: close yes", "+deny contains")
                    .contains("waits until 2");

            Files.delete(rig.state().resolve("alice.token"));
            rig.restart();
            assertThat(run(rig, "alice", "approve", id).err())
                    .as("a new token, the same person")
                    .contains("author");
            variables = rig.rebased(variables);
            assertThat(rig.curl(variables, URL))
                    .as("not in force after a restart")
                    .startsWith("200");
            Client.Ended approved = run(rig, "bob", "approve", id, "--note", "read it");
            assertThat(approved.out()).as(approved.err()).isEqualTo("in force, as epoch 1\n");
            assertThat(rig.curl(variables, URL)).startsWith("403");
            assertThat(run(rig, "bob", "approve", id).exit()).as("twice").isEqualTo(1);
            assertThat(run(rig, "ray", "approvals").out()).isEqualTo("nothing waits for approval\n");
            assertThat(run(rig, "ray", "history").out())
                    .endsWith("security alice.token, approved by security bob.token: close yes\n");
            assertThat(rig.records("policy"))
                    .extracting(record -> record.path("detail").asString())
                    .anyMatch(detail ->
                            detail.startsWith("token alice.token") && detail.contains("pending: change " + id))
                    .anyMatch(detail -> detail.startsWith("token bob.token")
                            && detail.contains("change " + id + " of security alice.token")
                            && detail.contains("read it"));
        }
    }

    @Test
    void rollbackAndPromotionWaitTooAndEitherPersonTakesAChangeAway() throws Exception {
        try (Rig rig = Rig.startWithRoles(folder, Map.of(), ROLES, TWO)) {
            assertThat(run(rig, "alice", "push", "--report", rules("a")).out()).startsWith("in report mode");
            String promotion = id(run(rig, "alice", "promote"));
            assertThat(run(rig, "bob", "approvals").out()).contains("promotes the candidate");
            assertThat(run(rig, "bob", "approve", promotion).out()).isEqualTo("in force, as epoch 1\n");
            assertThat(run(rig, "bob", "withdraw").exit())
                    .as("the candidate is in force")
                    .isEqualTo(1);

            String push = id(run(rig, "alice", "push", rules("b")));
            String old = id(run(rig, "bob", "push", rules("c")));
            assertThat(run(rig, "bob", "approve", push).exit()).isZero();
            assertThat(run(rig, "alice", "approvals").out()).contains(old + " outdated");
            Client.Ended outdated = run(rig, "alice", "approve", old);
            assertThat(outdated.exit()).isEqualTo(1);
            assertThat(outdated.err()).contains("the guardrails are at epoch 2");

            Client.Ended back = run(rig, "alice", "rollback", "1", "--note", "b blocks");
            assertThat(back.out()).startsWith("epoch 1: not in force yet");
            assertThat(run(rig, "bob", "reject", id(back), "--note", "no").out())
                    .isEqualTo("rejected\n");
            back = run(rig, "alice", "rollback", "1");
            assertThat(run(rig, "alice", "reject", id(back)).out()).isEqualTo("withdrawn\n");
            assertThat(run(rig, "bob", "approve", id(back)).exit()).isEqualTo(1);
            assertThat(run(rig, "bob", "history").out().lines()).hasSize(2);
        }
    }

    @Test
    void whatNobodyApprovesInItsTimeExpiresWithARecord() throws Exception {
        String soon = TWO.replace("guardrails: 2", "guardrails: 2, expiry: \"1s\"");
        try (Rig rig = Rig.startWithRoles(folder, Map.of(), ROLES, soon)) {
            String id = id(run(rig, "alice", "push", rules("a")));
            for (long end = System.nanoTime() + MINUTE; !expired(rig, id) && System.nanoTime() < end; ) {
                run(rig, "bob", "approvals");
            }
            assertThat(expired(rig, id)).isTrue();
            assertThat(run(rig, "bob", "approve", id).exit()).isEqualTo(1);
        }
    }

    private static boolean expired(Rig rig, String id) throws IOException {
        return rig.records("policy").stream()
                .map(Object::toString)
                .anyMatch(record -> Stream.of("source:approvals", id, "alice.token", "expired")
                        .allMatch(record::contains));
    }

    @Test
    void whoApprovesSeesWhatATerminalWouldHide() throws Exception {
        try (Rig rig = Rig.startWithRoles(folder, Map.of(), ROLES, TWO)) {
            Path file = Files.writeString(
                    folder.resolve("g.rego"), RULE.replace("NAME", "a") + "# \u001b[1A\u001b[2K\u202e hidden\n");
            String id = id(run(rig, "alice", "push", file.toString()));
            assertThat(run(rig, "bob", "approvals", id).out())
                    .contains("# <U+001B>[1A<U+001B>[2K<U+202E> hidden")
                    .doesNotContain("\u001b", "\u202e");
        }
    }

    @Test
    void aStartWithoutApprovalsForgetsWhatWaitsAndSaysSo() throws Exception {
        Rig rig = Rig.startWithRoles(folder, Map.of(), ROLES, TWO);
        try (rig) {
            String id = id(run(rig, "alice", "push", rules("a")));
            Path config = folder.resolve("gateway.yaml");
            Files.writeString(config, Files.readString(config).replace(TWO, ""));
            rig.restart();
            assertThat(run(rig, "bob", "approve", id).exit()).isEqualTo(1);
            assertThat(rig.records("policy"))
                    .anySatisfy(record ->
                            assertThat(record.toString()).contains("source:start", id, "alice.token", "forgotten"));
            assertThat(run(rig, "bob", "push", rules("b")).out()).isEqualTo("in force, as epoch 1\n");
            Files.writeString(config, Files.readString(config) + TWO);
            rig.restart();
            assertThat(run(rig, "bob", "approvals").out())
                    .as("it does not return")
                    .startsWith("nothing waits");
        }
    }

    @Test
    void aStartRefusesAnAlteredChangeAndOneTokenInTwoFiles() throws Exception {
        Rig rig = Rig.startWithRoles(folder, Map.of(), ROLES, TWO);
        String id;
        try (rig) {
            id = id(run(rig, "alice", "push", rules("a")));
        }
        Path file = rig.state().resolve("guardrails/pending/" + id + ".json");
        String text = Files.readString(file);
        Files.writeString(file, text.replace("a.test", "b.test"));
        assertThatThrownBy(rig::restartAfterStop)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("was altered");
        Files.writeString(file, text);
        Files.writeString(
                rig.state().resolve("bob.token"), Files.readString(rig.state().resolve("alice.token")));
        assertThatThrownBy(rig::restartAfterStop)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("two files hold the same token");
    }

    /** Writes a guardrail against a host of that name. */
    private String rules(String name) throws IOException {
        return Files.writeString(folder.resolve(name + ".rego"), RULE.replace("NAME", name))
                .toString();
    }

    private static String id(Client.Ended pushed) {
        Matcher command = APPROVE.matcher(pushed.out());
        assertThat(command.find()).as(pushed.out() + pushed.err()).isTrue();
        return command.group(1);
    }

    @Test
    void aWorkspaceHoldsOnceAnotherPersonHasReadAndApprovedIt() throws Exception {
        String lease = Files.writeString(folder.resolve("lease.json"), "{\"net.fetch\": [\"http://yes.test/**\"]}")
                .toString();
        try (Rig rig = Rig.startWithRoles(folder, Map.of(), ROLES, "approvals: {workspaces: 2}\n")) {
            Client.Ended put = of(rig, "workspace", "alice", "put", "docs", "--lease", lease);
            assertThat(put.exit()).as(put.err()).isZero();
            assertThat(put.err()).contains("not in force yet", "another person than alice.token");
            assertThat(of(rig, "workspace", "bob", "get", "docs").exit()).isEqualTo(1);
            assertThat(run(rig, "ray", "approvals").out()).contains("workspace:docs, by security alice.token");
            Matcher id = APPROVE.matcher(put.err());
            assertThat(id.find()).isTrue();
            assertThat(run(rig, "bob", "approvals", id.group(1)).out())
                    .contains("of      workspace:docs", "http://yes.test/**");
            assertThat(run(rig, "alice", "approve", id.group(1)).exit()).isNotZero();
            Client.Ended approved = run(rig, "bob", "approve", id.group(1));
            assertThat(approved.exit()).as(approved.err()).isZero();
            assertThat(of(rig, "workspace", "bob", "get", "docs").exit()).isZero();
            Client.Ended removal = of(rig, "workspace", "alice", "delete", "docs");
            assertThat(removal.out()).contains("not in force yet");
            assertThat(of(rig, "workspace", "bob", "get", "docs").exit()).isZero();
            assertThat(rig.records("policy"))
                    .extracting(record -> record.path("detail").asString())
                    .anyMatch(detail -> detail.startsWith("token alice.token") && detail.contains("pending: change "))
                    .anyMatch(detail -> detail.startsWith("token bob.token")
                            && detail.contains("of security alice.token, workspace:docs"));
        }
    }

    @Test
    void aSandboxIsThereOnceAnotherPersonHasApprovedItAndItsAuthorAloneGetsTheToken() throws Exception {
        require("curl");
        SandboxDocuments documents = Rig.lease(URL + "**");
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = Rig.startWithRoles(
                        folder,
                        Map.of("yes.test:80", origin.hostPort()),
                        ROLES + ", \"ci.token\": runner",
                        "approvals: {sandboxes: 2}\n")) {
            AdminClient.Reply put = rig.put(Rig.SB, documents);
            assertThat(put.status()).isEqualTo(202);
            String id = put.body().path("id").asString();
            assertThat(rig.admin().get(Rig.SB).status()).isEqualTo(404);
            assertThat(run(rig, "ci", "approve", id).exit()).as("a runner").isEqualTo(3);
            assertThat(run(rig, "bob", "approvals", id).out()).contains("of      sandbox:" + Rig.SB, "+{\"net.fetch\"");
            Client.Ended approved = run(rig, "bob", "approve", id, "--note", "read it");
            assertThat(approved.out()).as(approved.err()).isEqualTo("in force, as generation 1\n");
            AdminClient.Reply rotated = rig.admin().put(Rig.SB, documents, true, null);
            assertThat(rotated.status()).isEqualTo(200);
            assertThat(rig.curl(Rig.variables(rotated), URL)).startsWith("200");

            Client.Ended wider = of(rig, "sandbox", "ci", "put", Rig.SB.text(), "--allow", "b.test", "--note", "for b");
            assertThat(wider.err())
                    .contains("not in force yet", "another person than ci.token", "--rotate makes a token");
            Client.Ended report = of(rig, "sandbox", "bob", "report-mode", Rig.SB.text());
            assertThat(report.exit()).as(report.out()).isEqualTo(1);
            assertThat(rig.records("policy"))
                    .extracting(record -> record.path("detail").asString())
                    .anyMatch(detail -> detail.startsWith("token ci.token")
                            && detail.contains("pending: change ")
                            && detail.endsWith("note: for b"))
                    .anyMatch(detail -> detail.startsWith("token bob.token") && detail.contains("sandbox:" + Rig.SB));
        }
    }

    private static Client.Ended run(Rig rig, String person, String... words) {
        return of(rig, "policy", person, words);
    }

    private static Client.Ended of(Rig rig, String group, String person, String... words) {
        var command = new ArrayList<>(List.of(group, words[0], "--admin", rig.adminUrl(), "--token-file"));
        command.add(rig.state().resolve(person + ".token").toString());
        Stream.of(words).skip(1).forEach(command::add);
        return CommandInProcess.run(command.toArray(String[]::new));
    }
}
