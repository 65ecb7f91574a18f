package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code --schema}: Rego and data are checked against JSON Schemas of {@code data.lists}. */
class PolicySchemaTest extends CommandLineTest {
    private static final String RULE = """
            package sallyport.guardrails

            deny contains {"rule": "closed", "message": "no"} if input.net.host in data.lists.teams.docs.hosts
            """;

    private static final String TEAMS = """
            {
              "type": "object",
              "properties": {
                "docs": {"type": "object", "properties": {"hosts": {"type": "array", "items": {"type": "string"}}}}
              },
              "additionalProperties": false
            }
            """;

    private static final String LISTS = """
            {
              "teams": {
                "docs": {"hosts": ["gist.github.com"]}
              }
            }
            """;

    private String rules = "";
    private String data = "";
    private String schema = "";

    @BeforeEach
    void writeFiles() throws IOException {
        rules = "--guardrails=" + write("g.rego", RULE);
        data = "--data=" + write("lists.json", LISTS);
        schema = "--schema=" + write("schema.json", "{\"properties\": {\"teams\": " + TEAMS + "}}");
    }

    @Test
    void acceptsWhatMatches() throws IOException {
        assertThat(run("policy", "check", rules, data, schema))
                .as(err.toString())
                .isZero();
        assertThat(run("policy", "check", rules, data, folder("lists/teams", TEAMS)))
                .isZero();
        assertThat(run("policy", "check", rules, data, folder("lists", "{\"properties\": {\"teams\": {}}}")))
                .isZero();
    }

    @Test
    void refusesAMisspeltMemberAndNamesTheNearest() throws IOException {
        String wrong = "--guardrails=" + write("wrong.rego", RULE.replace(".hosts", ".hots"));
        for (String given : new String[] {schema, folder("lists/teams", TEAMS)}) {
            assertThat(run("policy", "check", wrong, data, given)).isEqualTo(ExitCodes.UNUSABLE);
            assertThat(err.toString())
                    .contains(
                            "wrong.rego:3:72: error rego_type_error: undefined ref: data.lists.teams.docs.hots",
                            "help: write data.lists.teams.docs.hosts");
        }
        assertThat(run("policy", "eval", wrong, data, schema, "https://a.example/"))
                .isEqualTo(ExitCodes.UNUSABLE);
        String bundle = folder.resolve("g.tar.gz").toString();
        assertThat(run("policy", "build", "--guardrails-only", wrong, data, schema, "-o", bundle))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(Path.of(bundle)).doesNotExist();
    }

    @Test
    void refusesDataThatDifferAndSaysWhere() throws IOException {
        String wrong = "--data=" + write("wrong.json", LISTS.replace("\"gist.github.com\"", "\"a\", 443"));
        assertThat(run("policy", "check", rules, wrong, schema)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString())
                .contains(
                        "data:3:29: error SCHEMA_MISMATCH: data.lists.teams.docs.hosts.1: Invalid type. Expected: string,");
        String more = "--data=" + write("more.json", LISTS.replace("\"docs\"", "\"dcos\""));
        assertThat(run("policy", "check", rules, more, schema)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString())
                .contains("data:2:3: error SCHEMA_MISMATCH: data.lists.teams: Additional property dcos is not allowed");
    }

    @Test
    void refusesDataOfAFolderAndOfTestsThatDiffer() throws IOException {
        write("team/g.rego", RULE);
        write("team/data.json", "{\"teams\": []}");
        String team = folder.resolve("team").toString();
        assertThat(run("policy", "check", "--guardrails=" + team, schema)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("data:1:2: error SCHEMA_MISMATCH: data.lists.teams: Invalid type.");
        String wrong = "--data=" + write("wrong.json", "{\"teams\": 1}");
        String rego = write("team/g.rego", RULE).toString();
        assertThat(run("policy", "test", rego, wrong, schema)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("data: error SCHEMA_MISMATCH: data.lists.teams: Invalid type.");
    }

    @Test
    void testsAreCheckedAndMayReplaceTheData() throws IOException {
        String test = """
                package sallyport.guardrails_test

                test_closed if {
                	count(data.sallyport.guardrails.deny) == 1 with data.lists as {"teams": {"docs": {"hosts": {"a"}}}}
                		with input.net.host as "a"
                }
                """;
        String right = write("g.rego", RULE).toString();
        assertThat(run("policy", "test", right, write("g_test.rego", test).toString(), schema))
                .as(err.toString())
                .isZero();
        String wrong = write("w.rego", RULE.replace(".hosts", ".hots")).toString();
        assertThat(run("policy", "test", wrong, schema)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("undefined ref: data.lists.teams.docs.hots");
    }

    @Test
    void refusesWhatIsNoSchema() throws IOException {
        assertThat(run("policy", "check", rules, data, "--schema=" + write("bad.json", "{\"type\": \"lst\"}")))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("bad.json: no JSON Schema: ");
        assertThat(run("policy", "check", rules, data, folder("list", "{}"))).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("it holds neither lists.json nor lists/NAME.json");
        assertThat(run("policy", "check", rules, data, "--schema=" + folder.resolve("none.json")))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("none.json: no such file");
    }

    @Test
    void aWholeBundleTakesNoSchema() throws IOException {
        String bundle = folder.resolve("g.tar.gz").toString();
        assertThat(run("policy", "build", rules, data, "-o", bundle)).isZero();
        assertThat(run("policy", "eval", "--bundle", bundle, schema, "-q", "1")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("schemas do not go with it");
    }

    /** Writes one schema into a folder of its own, and returns the flag that names the folder. */
    private String folder(String name, String text) throws IOException {
        String folder = "schemas-" + name.replace('/', '-');
        write(folder + "/" + name + ".json", text);
        return "--schema=" + this.folder.resolve(folder);
    }
}
