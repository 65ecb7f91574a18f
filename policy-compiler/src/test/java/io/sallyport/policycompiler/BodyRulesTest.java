package io.sallyport.policycompiler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Guardrails that read the body of a request: they are asked with it, and until then nobody is sent anything. */
class BodyRulesTest extends CompiledDocuments {
    private static final String LEASE = "{\"net.fetch\": [\"http://**\", \"https://**\"]}";
    private static final String MODELS = """
            package sallyport.guardrails

            deny contains {"rule": "small-models", "message": "another model"} if {
                input.net.host == "models.test"
                input.net.method == "POST"
                not is_small
            }

            is_small if input.net.body.json.model in {"small", "tiny"}
            """;
    private static final CanonicalRequest ASK = http("POST", "models.test", "/v1");

    private final PolicySnapshot snapshot = snapshot(LEASE, Map.of("a.rego", MODELS));

    /** A head of a body that has not come yet. */
    record Head(String contentType) implements RequestHeaders {
        @Override
        public List<String> names() {
            return List.of("content-type");
        }

        @Override
        public List<String> values(String name) {
            return name.equals("content-type") ? List.of(contentType) : List.of();
        }

        @Override
        public long bodyBytes() {
            return UNKNOWN_LENGTH;
        }
    }

    private static final RequestHeaders JSON = new Head("application/json");

    private static RequestHeaders with(String body, RequestHeaders head) {
        return RequestBody.of(body.getBytes(UTF_8), 1 << 20).after(head);
    }

    private static boolean awaits(Decision decision) {
        return decision instanceof Decision.Allow allow && allow.obligations().body();
    }

    private static PolicySnapshot denying(String condition) {
        return snapshot(
                LEASE,
                Map.of(
                        "a.rego",
                        "package sallyport.guardrails\n\ndeny contains {\"rule\": \"r\", \"message\": \"m\"} if {\n"
                                + condition.replace("; ", "\n") + "\n}\n"));
    }

    @Test
    void theHeadSaysThatTheBodyIsRead() {
        for (String when : new String[] {"afresh", "remembered"}) {
            assertThat(awaits(snapshot.decide(ASK, JSON))).as(when).isTrue();
            assertThat(awaits(snapshot.decide(http("POST", "other.test", "/"), JSON)))
                    .as(when)
                    .isFalse();
            assertThat(awaits(snapshot.decide(http("GET", "models.test", "/v1"), JSON)))
                    .as(when)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"model\": \"small\"}             | GRANTED",
                "{\"model\": \"large\"}             | GUARDRAIL",
                "{\"Model\": \"small\"}             | GUARDRAIL",
                "[]                                 | GUARDRAIL",
                "{\"model\": \"small\",\"model\":1} | UNREADABLE",
                "{\"model\": \"small\"}}            | UNREADABLE",
                "model=small                        | UNREADABLE",
            })
    void theBodySettlesIt(String body, ReasonCode reason) {
        assertThat(snapshot.decide(ASK, with(body, JSON)).reason()).isEqualTo(reason);
        assertThat(awaits(snapshot.decide(ASK, JSON))).as("the next one").isTrue();
        assertThat(snapshot.decide(ASK, with(body, JSON)).reason()).as("again").isEqualTo(reason);
    }

    @Test
    void aRefusalSaysWhyItCannotBeRead() {
        assertThat(snapshot.decide(ASK, with("{\"model\": 1, \"model\": 2}", JSON)))
                .isInstanceOfSatisfying(
                        Decision.Deny.class,
                        deny -> assertThat(deny.denies())
                                .singleElement()
                                .satisfies(why -> assertThat(why.message()).startsWith("the body: ")));
    }

    @Test
    void aBodyThatSaysItIsSomethingElseIsNotRead() {
        assertThat(snapshot.decide(ASK, with("{\"model\": \"small\"}", new Head("text/plain")))
                        .reason())
                .isEqualTo(ReasonCode.UNREADABLE);
    }

    @Test
    void aRequestWithoutABodyHasNone() {
        assertThat(snapshot.decide(ASK).reason()).isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(denying("input.net.body").decide(ASK).reason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void whatNoGrantCoversIsRefusedUnread() {
        PolicySnapshot narrow = snapshot("{\"net.fetch\": [\"http://a.test/**\"]}", Map.of("a.rego", MODELS));
        assertThat(narrow.decide(ASK, JSON).reason()).isEqualTo(ReasonCode.NO_GRANT);
    }

    @Test
    void aTunnelIsOpenedForWhatReadsBodies() {
        assertThat(denying("input.net.body.json.x").decide(connect("a.test")))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.obligations().intercept()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "count(input.net) > 100",
                "some v in input.net; v.json.x == 1",
                "walk(input, [[\"net\", \"body\", \"json\", \"x\"], 1])",
                "x := input.net; x.body.json.x == 1",
                "object.get(input, [\"net\", \"body\", \"json\", \"x\"], 0) == 1",
                "contains(json.marshal(input), \"zzz\")",
            })
    void whoeverLooksAtAllComesToTheBody(String condition) {
        PolicySnapshot asking = denying(condition);
        assertThat(awaits(asking.decide(ASK, JSON))).isTrue();
        assertThat(asking.decide(ASK, with("{\"x\": 1}", JSON)).reason())
                .as("denied, or, since not every form of it can be read, unreadable; never passed over")
                .isIn(
                        condition.startsWith("count")
                                ? List.of(ReasonCode.GRANTED, ReasonCode.UNREADABLE)
                                : List.of(ReasonCode.GUARDRAIL, ReasonCode.UNREADABLE));
    }

    @Test
    void eachFormIsReadWhereItIsAskedFor() {
        PolicySnapshot secrets = denying("contains(input.net.body.text, \"SECRET\")");
        assertThat(secrets.decide(ASK, with("{\"a\": \"SECRET\"}", JSON)).reason())
                .isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(secrets.decide(ASK, with("{\"a\": \"open\"}", JSON)).reason())
                .isEqualTo(ReasonCode.GRANTED);
        PolicySnapshot forms = denying("\"x y\" in input.net.body.form.q");
        RequestHeaders form = new Head("application/x-www-form-urlencoded");
        assertThat(forms.decide(ASK, with("q=1&q=x+y", form)).reason()).isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(forms.decide(ASK, with("q=1", form)).reason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void aBodyIsNeverRememberedForAnother() {
        for (int i = 0; i < 3; i++) {
            assertThat(snapshot.decide(ASK, with("{\"model\": \"small\"}", JSON))
                            .reason())
                    .isEqualTo(ReasonCode.GRANTED);
            assertThat(snapshot.decide(ASK, with("{\"model\": \"large\"}", JSON))
                            .reason())
                    .isEqualTo(ReasonCode.GUARDRAIL);
        }
    }

    @Test
    void obligationsMayDependOnIt() {
        PolicySnapshot redacting = snapshot(LEASE, Map.of("a.rego", """
                package sallyport.guardrails

                obligations contains {"redact": ["x-trace"]} if input.net.body.json.private
                """));
        Decision decision = redacting.decide(ASK, with("{\"private\": true}", JSON));
        assertThat(((Decision.Allow) decision).obligations().redact()).containsExactly("x-trace");
        assertThat(Objects.requireNonNull(((Decision.Allow) redacting.decide(ASK, with("{}", JSON))).obligations())
                        .redact())
                .isEmpty();
    }

    private static final String TOOLS = """
            package sallyport.guardrails

            deny contains {"rule": "tools", "message": "another tool"} if {
                input.net.host == "models.test"
                not is_granted
            }

            is_granted if input.net.rpc.method in {"initialize", "tools/list"}

            is_granted if {
                input.net.rpc.tool == "search"
                not startswith(input.net.rpc.arguments.q, "secret")
            }
            """;

    private static String call(String tool, String q) {
        return "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"" + tool
                + "\", \"arguments\": {\"q\": \"" + q + "\"}}}";
    }

    @Test
    void oneRefusedCallRefusesItsBatch() {
        PolicySnapshot tools = snapshot(LEASE, Map.of("a.rego", TOOLS));
        String search = call("search", "cats");
        assertThat(tools.decide(ASK, with(search, JSON)).reason()).isEqualTo(ReasonCode.GRANTED);
        assertThat(tools.decide(ASK, with("[" + search + "," + search + "]", JSON))
                        .reason())
                .isEqualTo(ReasonCode.GRANTED);
        for (String other : List.of(call("delete", "cats"), call("search", "secret"))) {
            assertThat(tools.decide(ASK, with(other, JSON)).rule()).isEqualTo("guardrails:tools");
            assertThat(tools.decide(ASK, with("[" + search + "," + other + "]", JSON))
                            .rule())
                    .isEqualTo("guardrails:tools");
            assertThat(tools.decide(ASK, with("[" + other + "," + search + "]", JSON))
                            .rule())
                    .isEqualTo("guardrails:tools");
        }
        assertThat(tools.decide(ASK, with("[]", JSON)).reason()).isEqualTo(ReasonCode.UNREADABLE);
    }

    @Test
    void rulesInReportModeSeeEachCall() {
        String reported = TOOLS.replace("\"another tool\"", "\"another tool\", \"mode\": \"report\"")
                + "deny contains {\"rule\": \"never\", \"message\": \"m\"} if input.net.rpc.method == \"x\"\n";
        PolicySnapshot tools = snapshot(LEASE, Map.of("a.rego", reported));
        String batch = "[" + call("search", "a") + "," + call("delete", "a") + "]";
        Decision decision = tools.decide(ASK, with(batch, JSON));
        assertThat(decision.reason()).isEqualTo(ReasonCode.GRANTED);
        assertThat(decision.reported().denies()).hasSize(1);
    }

    @Test
    void mutationsOfGraphqlAreTold() {
        PolicySnapshot readOnly = denying("input.net.graphql.operation != \"query\"");
        assertThat(readOnly.decide(ASK, with("{\"query\": \"{ viewer { name } }\"}", JSON))
                        .reason())
                .isEqualTo(ReasonCode.GRANTED);
        assertThat(readOnly.decide(ASK, with("{\"query\": \"mutation { delete(id: 1) }\"}", JSON))
                        .reason())
                .isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(readOnly.decide(ASK, with("{\"query\": \"mutation {\"}", JSON))
                        .reason())
                .isEqualTo(ReasonCode.UNREADABLE);
    }

    private static final String BRANCHES = """
            package sallyport.guardrails

            deny contains {"rule": "branches", "message": "agents push to agent/ alone, and delete nothing"} if {
                input.net.host == "git.test"
                input.net.git.operation == "push"
                some ref in input.net.git.refs
                not is_free(ref)
            }

            is_free(ref) if {
                startswith(ref.name, "refs/heads/agent/")
                not ref.delete
            }

            deny contains {"rule": "repository", "message": "another repository"} if {
                input.net.host == "git.test"
                input.net.git.repository != "o/r"
            }
            """;
    private static final RequestHeaders PUSH = new Head("application/x-git-receive-pack-request");

    private static String push(String ref, char now) {
        String command = "1".repeat(40) + " " + String.valueOf(now).repeat(40) + " " + ref + "\0report-status";
        return "%04x%s0000PACK".formatted(command.length() + 4, command);
    }

    @Test
    void pushesAreJudgedByRefs() {
        PolicySnapshot branches = snapshot(LEASE, Map.of("a.rego", BRANCHES));
        CanonicalRequest receive = http("POST", "git.test", "/o/r.git/git-receive-pack");
        assertThat(awaits(branches.decide(receive, PUSH))).isTrue();
        assertThat(branches.decide(receive, with(push("refs/heads/agent/x", '2'), PUSH))
                        .reason())
                .isEqualTo(ReasonCode.GRANTED);
        assertThat(branches.decide(receive, with(push("refs/heads/main", '2'), PUSH))
                        .rule())
                .isEqualTo("guardrails:branches");
        assertThat(branches.decide(receive, with(push("refs/heads/agent/x", '0'), PUSH))
                        .rule())
                .isEqualTo("guardrails:branches");
        assertThat(branches.decide(receive, with("0000", PUSH)).reason()).isEqualTo(ReasonCode.GRANTED);
        assertThat(branches.decide(receive, with("junk", PUSH)).reason()).isEqualTo(ReasonCode.UNREADABLE);
    }

    @Test
    void theRepositoryIsKnownFromTheHead() {
        PolicySnapshot branches = snapshot(LEASE, Map.of("a.rego", BRANCHES));
        CanonicalRequest fetch = http("POST", "git.test", "/o/r.git/git-upload-pack");
        assertThat(awaits(branches.decide(fetch, PUSH))).isFalse();
        assertThat(branches.decide(fetch, PUSH).reason()).isEqualTo(ReasonCode.GRANTED);
        assertThat(branches.decide(http("POST", "git.test", "/o/other/git-upload-pack"), PUSH)
                        .rule())
                .isEqualTo("guardrails:repository");
        assertThat(branches.decide(http("POST", "git.test", "/o/r.git/Git-Receive-Pack"), PUSH)
                        .reason())
                .isEqualTo(ReasonCode.UNREADABLE);
    }

    @Test
    void theBeginningOfALargePushDoesAndNothingElseIsReadOfIt() {
        PolicySnapshot branches = snapshot(LEASE, Map.of("a.rego", BRANCHES));
        CanonicalRequest receive = http("POST", "git.test", "/o/r.git/git-receive-pack");
        RequestHeaders beginning = RequestBody.beginning(
                        push("refs/heads/agent/x", '2').getBytes(UTF_8))
                .after(PUSH);
        assertThat(branches.decide(receive, beginning).reason()).isEqualTo(ReasonCode.GRANTED);
        assertThat(denying("contains(input.net.body.text, \"x\")")
                        .decide(receive, beginning)
                        .reason())
                .isEqualTo(ReasonCode.UNREADABLE);
    }

    @Test
    void aLimitOfTheHeadCannotHideTheBody() {
        PolicySnapshot large = denying("input.net.content_length > 10; input.net.body.json.x == 1");
        assertThat(large.decide(ASK, with("{\"x\": 1}", JSON)).reason())
                .as("the length of a chunked body is not known")
                .isEqualTo(ReasonCode.UNREADABLE);
    }
}
