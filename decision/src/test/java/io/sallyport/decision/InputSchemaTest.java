package io.sallyport.decision;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.net.HeadersInput;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.ModelInvocation;
import io.sallyport.model.Phase;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.Sha256;
import io.sallyport.model.message.ListedTool;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinFunction;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.Matchers;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The published JSON Schema of {@code input} describes the input that policy really gets, no more and no less. */
class InputSchemaTest {
    private static final Path FILE = Path.of("../docs/schemas/decision-input.json");
    private static final RegoObject SCHEMA = read();
    private static final Map<String, String> HEADERS =
            Map.of("accept", "a/b", "content-type", "a/b", "authorization", "Basic x");
    private static final String CALL =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\",\"arguments\":{\"b\":1}}}";
    private static final String PARTS = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--x--\r\n";
    private static final String RESPONSE = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";
    private static final SandboxFacts FACTS = new SandboxFacts(
            new SandboxId("sb-1"),
            "run-7",
            Map.of("team", "docs"),
            Phase.EXECUTION,
            Set.of(),
            Map.of("job_id", "job-1", "agent", "coder", "principal", "ana@corp.example"),
            new VerifiedClaims("ci", 60, RegoObject.of(Map.of("sub", RegoString.of("x")))));
    private static final ModelInvocation INVOCATION =
            new ModelInvocation("openai", false, "openai", "chat_completions", List.of("look"), 2, 100, 10, true);
    private static final ActingIdentity ACTING = ActingIdentity.of(IdentityKind.TOKEN, FACTS);

    private static RegoObject read() {
        try {
            return (RegoObject) RegoJson.valueOf(Files.readString(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void hasTheFieldsOfEachKindOfQuestion(RequestKind kind) {
        Set<String> offered = new TreeSet<>();
        inputs(kind).forEach(input -> collect("", input, offered));
        assertThat(declared("", SCHEMA, kind, true)).isEqualTo(offered);
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void takesTheInputOfEachKindOfQuestion(RequestKind kind) {
        inputs(kind)
                .forEach(input -> assertThat(
                                call("json.match_schema", plain(input), SCHEMA).toString())
                        .as(input.toString())
                        .startsWith("[true,"));
    }

    @Test
    void enumeratesTheWordsOfTheModel() {
        assertThat(words("kind"))
                .isEqualTo(Arrays.stream(RequestKind.values())
                        .map(RequestKind::word)
                        .collect(Collectors.toSet()));
        assertThat(words("phase"))
                .isEqualTo(Arrays.stream(Phase.values()).map(Phase::word).collect(Collectors.toSet()));
        assertThat(words("identity", "kind"))
                .isEqualTo(Arrays.stream(IdentityKind.values())
                        .map(IdentityKind::word)
                        .collect(Collectors.toSet()));
        assertThat(words("net", "scheme"))
                .as("no request has the scheme s3 yet, a WebSocket has that of its handshake, all tunnels by tcp one")
                .isEqualTo(Arrays.stream(Scheme.values())
                        .filter(scheme -> scheme != Scheme.S3)
                        .map(scheme ->
                                scheme.isTcp() ? "tcp" : scheme.ofHandshake().word())
                        .collect(Collectors.toSet()));
        assertThat(words("net", "speaks"))
                .isEqualTo(Arrays.stream(Scheme.values())
                        .flatMap(scheme -> Stream.ofNullable(scheme.spoken()))
                        .collect(Collectors.toSet()));
    }

    @Test
    void namesTheHeadersThatAreWithheld() throws IOException {
        RegoObject patterns = (RegoObject) requireNonNull(at("net", "headers").get("patternProperties"));
        assertThat(patterns.keyAt(0).toString())
                .isEqualTo("\"^(" + String.join("|", new TreeSet<>(HeadersInput.SECRET)) + ")$\"");
        String guide = Files.readString(Path.of("../docs/guardrails.md"));
        String listed = guide.substring(guide.indexOf("Withheld headers:"));
        assertThat(Pattern.compile("`([a-z-]+)`")
                        .matcher(listed.substring(0, listed.indexOf(".\n")))
                        .results()
                        .map(found -> found.group(1))
                        .collect(Collectors.toSet()))
                .isEqualTo(HeadersInput.SECRET);
    }

    private static RegoObject at(String... names) {
        RegoObject found = SCHEMA;
        for (String name : names) {
            found = (RegoObject) requireNonNull(((RegoObject) requireNonNull(found.get("properties"))).get(name), name);
        }
        return found;
    }

    private static Set<String> words(String... names) {
        return texts((RegoArray) requireNonNull(at(names).get("enum")));
    }

    private static Set<String> texts(RegoArray array) {
        Set<String> found = new TreeSet<>();
        for (int i = 0; i < array.size(); i++) {
            found.add(((RegoString) array.get(i)).text());
        }
        return found;
    }

    /** The places that the schema declares for a kind of question. */
    private static Set<String> declared(String path, RegoObject schema, RequestKind kind, boolean inherited) {
        Set<String> found = new TreeSet<>();
        if (schema.get("properties") instanceof RegoObject members) {
            members.forEach((key, value) -> {
                RegoObject member = (RegoObject) value;
                String name = path + "/" + ((RegoString) key).text();
                boolean there = member.get("x-kinds") instanceof RegoArray kinds
                        ? texts(kinds).contains(kind.word())
                        : inherited;
                if (there) {
                    found.add(name);
                    found.addAll(declared(name, member, kind, true));
                }
            });
        }
        return found;
    }

    /** The places that an input has, down to where the schema names no more members. */
    private static void collect(String path, RegoObject input, Set<String> found) {
        input.forEach((key, value) -> {
            String name = path + "/" + ((RegoString) key).text();
            found.add(name);
            if (value instanceof RegoObject object
                    && !Set.of(
                                    "/identity/claims",
                                    "/sandbox/labels",
                                    "/net/query",
                                    "/net/headers",
                                    "/net/body/json",
                                    "/net/rpc/arguments",
                                    "/net/rpc/params",
                                    "/net/body/form")
                            .contains(name)) {
                collect(name, object, found);
            }
        });
    }

    private static List<RegoObject> inputs(RequestKind kind) {
        return switch (kind) {
            case CONNECT ->
                List.of(
                        of(Requests.connect("a.test")),
                        of(Requests.connect("a.test").withScheme(Scheme.TCP_SSH)));
            case HTTP ->
                List.of(
                        of(http()),
                        of(Requests.grpc("/a.S/M", "application/grpc")),
                        ofBody("application/json", "{\"a\": 1}"),
                        ofBody("application/x-www-form-urlencoded", "a=b"),
                        ofBody("multipart/form-data; boundary=x", PARTS),
                        ofBody("application/json", CALL),
                        ofBody("application/json", RESPONSE),
                        ofListedTool(),
                        ofGraphql("{\"query\": \"query q { a }\"}"),
                        ofGraphql("{\"id\": \"x\"}"),
                        ofPush(),
                        ofMessage("text"),
                        ofMessage(null));
            case FETCH ->
                List.of(of(CanonicalRequest.fetch(Scheme.HTTPS, Requests.host("a.test"), 443, CanonicalPath.ROOT)));
            case TOOL, FILE, MODEL, DELEGATE, VENDOR -> actions(kind);
        };
    }

    private static CanonicalRequest http() {
        return Requests.get("a.test", "/x/y", CanonicalQuery.parse("a=b"));
    }

    private static RegoObject of(CanonicalRequest request) {
        return new RequestInput(request, new Sent(), SandboxInput.of(FACTS), ACTING, RequestInput.START);
    }

    private static RegoObject ofListedTool() {
        var digest = Sha256.of(new byte[0]);
        var body = RequestBody.naming(CALL.getBytes(UTF_8)).knowing(_ -> new ListedTool(digest, digest));
        return new RequestInput(
                http(), body.after(new Sent("application/json")), SandboxInput.of(FACTS), ACTING, RequestInput.START);
    }

    private static RegoObject ofBody(String type, String body) {
        return ofBody(http(), type, body);
    }

    private static RegoObject ofGraphql(String body) {
        return ofBody(Requests.get("a.test", "/graphql").withMethod("POST"), "application/json", body);
    }

    private static RegoObject ofPush() {
        CanonicalRequest push =
                Requests.get("a.test", "/o/r.git/git-receive-pack").withMethod("POST");
        String command = "0".repeat(40) + " " + "1".repeat(40) + " refs/heads/x\0report-status push-options";
        String body = "%04x%s00000005x0000PACK".formatted(command.length() + 4, command);
        return ofBody(push, "application/x-git-receive-pack-request", body);
    }

    private static RegoObject ofBody(CanonicalRequest request, String type, String body) {
        RequestHeaders headers = RequestBody.of(body.getBytes(UTF_8), 1 << 20).after(new Sent(type));
        return new RequestInput(request, headers, SandboxInput.of(FACTS), ACTING, RequestInput.START);
    }

    private static RegoObject ofMessage(@Nullable String text) {
        RequestHeaders headers = new WebSocketMessage(true, text).after(new Sent());
        return new RequestInput(
                http().withScheme(Scheme.WSS), headers, SandboxInput.of(FACTS), ACTING, RequestInput.START);
    }

    private static List<RegoObject> actions(RequestKind kind) {
        return Stream.of("tool.call", "fs.read", "model.use", "agent.delegate", "x-vendor.acme.do")
                .map(capability -> CanonicalAction.parse(capability, "/x", "rust"))
                .flatMap(parsed -> parsed instanceof Canonicalized.Accepted<CanonicalAction>(var action)
                        ? Stream.of(action)
                        : Stream.empty())
                .filter(action -> action.kind() == kind)
                .flatMap(action ->
                        kind == RequestKind.MODEL ? Stream.of(action, action.by(INVOCATION)) : Stream.of(action))
                .map(action -> ActionInput.of(action, FACTS))
                .toList();
    }

    /** A document of its own, as a schema validator reads it. */
    private static RegoValue plain(RegoObject input) {
        return RegoJson.valueOf(RegoJson.write(input));
    }

    private static RegoValue call(String name, RegoValue document, RegoValue schema) {
        var context = new BuiltinContext(
                new Fuel(10_000_000, 64L << 20),
                EvalClock.of(InstantSource.fixed(Instant.EPOCH), new Random(1)),
                new Matchers(Set.of()));
        var function = (BuiltinFunction.Binary)
                requireNonNull(StandardBuiltins.all().find(name)).function();
        return requireNonNull(function.call(context, document, schema));
    }

    private record Sent(String type) implements RequestHeaders {
        private Sent() {
            this("a/b");
        }

        @Override
        public List<String> names() {
            return List.copyOf(HEADERS.keySet());
        }

        @Override
        public List<String> values(String name) {
            return switch (name) {
                case "content-type" -> List.of(type);
                default -> HEADERS.containsKey(name) ? List.of(HEADERS.get(name)) : List.of();
            };
        }

        @Override
        public long bodyBytes() {
            return 3;
        }
    }
}
