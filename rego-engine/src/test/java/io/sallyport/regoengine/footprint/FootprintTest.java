package io.sallyport.regoengine.footprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.SharedCompiler;
import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.PlannedQuery;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.value.RegoString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** For ordinary policies, the footprint is no larger than people would expect. */
class FootprintTest {
    private static final Path LIBRARY = Path.of("../rego/src/main/rego");

    private static Footprint of(Map<String, String> files, String query) {
        CompileRequest request = CompileRequest.of(files, List.of(query)).notStrict();
        CompileOutcome outcome = SharedCompiler.compile(request);
        assertThat(outcome).isInstanceOf(CompileOutcome.Compiled.class);
        byte[] json = ((CompileOutcome.Compiled) outcome).planJson().getBytes(UTF_8);
        return Footprint.of(((ParsedPlan.Accepted) Plan.parse(json)).plan(), query);
    }

    /** Returns the footprint of {@code deny} in a guardrail with this condition. */
    private static Footprint of(String condition, String... more) {
        String rego = "package p\n\ndeny contains \"no\" if {\n" + condition + "\n}\n\n" + String.join("\n\n", more);
        return of(Map.of("p.rego", rego), "p/deny");
    }

    private static List<String> paths(String condition, String... more) {
        return of(condition, more).paths();
    }

    @Test
    void theLibraryReadsTheFieldsThatItsRegoNames() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (var listed = Files.list(LIBRARY)) {
            for (Path file : listed.filter(file -> !file.toString().endsWith("_test.rego"))
                    .toList()) {
                files.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        Footprint library = of(files, "sallyport/decision");
        assertThat(library.paths())
                .containsExactly(
                        "input.action",
                        "input.kind",
                        "input.net.body",
                        "input.net.graphql",
                        "input.net.headers.accept",
                        "input.net.host",
                        "input.net.method",
                        "input.net.path",
                        "input.net.port",
                        "input.net.prefixes",
                        "input.net.protocol",
                        "input.net.query",
                        "input.net.rpc.method",
                        "input.net.rpc.params.name",
                        "input.net.rpc.response",
                        "input.net.rpc.tool",
                        "input.net.scheme",
                        "input.net.speaks",
                        "input.net.suffixes",
                        "input.net.websocket.direction",
                        "input.net.websocket.type");
        assertThat(library.readsMoment()).isFalse();
    }

    @Test
    void guardrailsReadTheFieldsThatTheyName() {
        assertThat(paths("input.net.host == \"gist.github.com\"")).containsExactly("input.net.host");
        assertThat(paths("\"ads.example\" in input.net.suffixes")).containsExactly("input.net.suffixes");
        assertThat(paths("input.net.host == \"a\"\nnot input.sandbox.labels.team == \"sre\""))
                .containsExactly("input.net.host", "input.sandbox.labels.team");
        assertThat(paths("startswith(input.net.path, \"/admin\")\ninput.net.method in {\"POST\", \"PUT\"}"))
                .containsExactly("input.net.method", "input.net.path");
        assertThat(paths("data.lists.closed[input.net.host]")).containsExactly("input.net.host");
        assertThat(paths("some host in data.lists.hosts\nhost == input.net.host"))
                .containsExactly("input.net.host");
        assertThat(paths("true")).isEmpty();
    }

    @Test
    void partsAreFollowedThroughVariablesFunctionsAndRules() {
        assertThat(paths("n := input.net\nn.host == \"a\"")).containsExactly("input.net.host");
        assertThat(paths("closed(input.net)", "closed(net) if net.host == \"a\""))
                .containsExactly("input.net.host");
        assertThat(paths("closed(input)", "closed(i) if below(i.net)", "below(n) if n.port == 22"))
                .containsExactly("input.net.port");
        assertThat(paths("closed", "closed if input.net.port == 22")).containsExactly("input.net.port");
        assertThat(paths("data.p.by[input.kind]", "by.connect if input.net.port == 22", "by.http if input.net.method"))
                .containsExactly("input.kind", "input.net.method", "input.net.port");
        assertThat(paths("object.get(input.net, \"method\", \"GET\") == \"PUT\""))
                .containsExactly("input.net.method");
    }

    @Test
    void whatIsUsedAsAWholeCountsWithAllItsFields() {
        assertThat(paths("walk(input.net, [_, \"secret\"])")).containsExactly("input.net");
        assertThat(paths("input.net == {\"host\": \"a\"}")).containsExactly("input.net");
        assertThat(paths("some key, _ in input.net\nkey == \"body\"")).containsExactly("input.net");
        assertThat(paths("input.net[data.lists.field] == 1")).containsExactly("input.net");
        assertThat(paths("count(input.net) > 3")).containsExactly("input.net");
        assertThat(paths("json.marshal(input) != \"x\"")).containsExactly("input");
        assertThat(paths("net.host == \"a\"", "net := input.net")).containsExactly("input.net");
        assertThat(paths("x := {\"n\": input.net}\nx.n.host == \"a\"")).containsExactly("input.net");
        assertThat(paths("input.net.query.token[0] == \"a\"")).containsExactly("input.net.query.token");
    }

    @Test
    void withCountsAllThatItCopies() {
        assertThat(paths("closed with input.net.host as \"b\"", "closed if input.net.port == 22"))
                .containsExactly("input");
        assertThat(paths("closed with data.x as input.net.host", "closed if data.x == \"a\"\n\nclosed if input.kind"))
                .containsExactly("input.kind", "input.net.host");
    }

    @Test
    void whatReadsTheClockOrChanceSaysSo() {
        assertThat(of("time.now_ns() > 0").readsMoment()).isTrue();
        assertThat(of("rand.intn(input.kind, 2) == 1").readsMoment()).isTrue();
        assertThat(of("io.jwt.decode_verify(input.a, {\"secret\": \"x\"})[0]").readsMoment())
                .isTrue();
        assertThat(of("late", "late if time.clock(time.now_ns())[0] > 20").readsMoment())
                .isTrue();
        assertThat(of("time.clock(input.a)[0] > 20").readsMoment()).isFalse();
    }

    @Test
    void unionReadsWhatEitherReads() {
        Footprint host = of("input.net.host == \"a\"");
        Footprint whole = of("count(input.net) > 3\ntime.now_ns() > 0");
        assertThat(host.union(of("input.net.port == 1")).paths()).containsExactly("input.net.host", "input.net.port");
        assertThat(host.union(whole)).isEqualTo(whole).isEqualTo(whole.union(host));
        assertThat(host.union(Footprint.NOTHING)).isEqualTo(host).isEqualTo(Footprint.NOTHING.union(host));
        assertThat(host.union(Footprint.EVERYTHING)).isEqualTo(Footprint.EVERYTHING);
    }

    @Test
    void readsIsAboutWhatStandsAboveAndBelow() {
        Footprint host = of("input.net.query.token[0] == \"a\"");
        assertThat(host.reads()).isTrue();
        assertThat(host.reads("net")).isTrue();
        assertThat(host.reads("net", "query", "token", "0")).isTrue();
        assertThat(host.reads("net", "query", "other")).isFalse();
        assertThat(host.reads("kind")).isFalse();
        assertThat(Footprint.NOTHING.reads()).isFalse();
        assertThat(Footprint.EVERYTHING.reads("x", "y")).isTrue();
    }

    @Test
    void aNameThatIsNoQueryIsRefused() {
        Plan empty = new Plan(List.of(), List.of(), List.of(), List.of());
        assertThatThrownBy(() -> Footprint.of(empty, "q"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("query: q");
    }

    /** One local that is repeatedly looked up in itself, by twenty names in turn: 20^16 places. */
    @Test
    @Timeout(30)
    void aPlanOfVeryManyPlacesReadsValuesAsAWhole() {
        Position at = new Position("made.rego", 1, 1);
        List<Statement> statements = new ArrayList<>(List.of(new Statement.AssignVar(new Operand.Local(0), 2, at)));
        for (int i = 0; i < 300; i++) {
            Operand key = new Operand.Constant(RegoString.of("k" + i % 20));
            Statement lookUp = new Statement.Dot(new Operand.Local(2), key, 2, at);
            statements.add(new Statement.Nested(List.of(new Block(List.of(lookUp))), at));
        }
        Statement loop = new Statement.Scan(1, 3, 4, new Block(statements.subList(1, statements.size())), at);
        var query = new PlannedQuery("q", List.of(new Block(List.of(statements.getFirst(), loop))));
        Footprint footprint = Footprint.of(new Plan(List.of(), List.of(), List.of(query), List.of()), "q");
        assertThat(footprint.paths()).hasSizeLessThan(600);
        String[] deep = new String[40];
        for (int first = 0; first < 20; first++) {
            for (int i = 0; i < deep.length; i++) {
                deep[i] = "k" + (first + 7 * i) % 20;
            }
            assertThat(footprint.reads(deep)).as("%s", List.of(deep)).isTrue();
        }
    }
}
