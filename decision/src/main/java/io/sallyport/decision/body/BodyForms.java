package io.sallyport.decision.body;

import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.text.Ascii;
import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.value.IJson;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** The body of one request, parsed lazily, each form once. Confined to one evaluation. */
public final class BodyForms {
    private static final int MAX_CALLS = 100;

    private final BodyContent content;
    private final BodyLimits limits;
    private final RequestBody body;
    private final Map<String, BodyForm> known = new HashMap<>();

    private BodyForms(BodyContent content, BodyLimits limits, RequestBody body) {
        this.content = content;
        this.limits = limits;
        this.body = body;
    }

    /**
     * Returns the forms of a body.
     *
     * @param bytes the whole body, as received; must not change
     * @param contentTypes the values of all its fields Content-Type
     * @param contentEncodings the values of all its fields Content-Encoding
     */
    public static BodyForms of(
            byte[] bytes, List<String> contentTypes, List<String> contentEncodings, BodyLimits limits) {
        var content = new BodyContent(bytes, contentTypes, contentEncodings, limits.bytesDecoded());
        return new BodyForms(content, limits, RequestBody.of(bytes, limits.bytesDecoded()));
    }

    /** Returns the value of a body of JSON, by its content type {@code application/json} or {@code +json}. */
    public BodyForm json() {
        return once("json", () -> content.ofType(BodyForms::isJson, "JSON", _ -> content.asText(this::json)));
    }

    /**
     * Returns the fields of a body of {@code application/x-www-form-urlencoded}: names to arrays of strings, parsed as
     * the query of a request.
     */
    public BodyForm form() {
        return once(
                "form", () -> content.ofType(BodyForms::isForm, "a form", _ -> content.asPlainText(BodyForms::form)));
    }

    /**
     * Returns the parts of a body of {@code multipart/form-data}, {@code multipart/mixed} or {@code multipart/related}:
     * an array of objects with {@code name}, {@code filename} and {@code content_type}, as far as they are there,
     * {@code size} in bytes and, without file name, {@code text}.
     */
    public BodyForm parts() {
        return once(
                "parts",
                () -> content.ofType(
                        Multipart::isType,
                        "multipart",
                        type -> content.asPlainBytes(plain -> Multipart.read(type, plain))));
    }

    /** Returns the body of any content type as text, if that is UTF-8. */
    public BodyForm text() {
        return once(
                "text",
                () -> content.isUntyped() && !content.isEmpty()
                        ? content.asText(BodyForms::text)
                        : content.ofType(_ -> true, "text", _ -> content.asText(BodyForms::text)));
    }

    /** Returns the forms of a body that was judged. */
    public static BodyForms of(RequestBody body, RequestHeaders head) {
        BodyLimits usual = BodyLimits.DEFAULT;
        var limits = new BodyLimits(Math.max(1, body.maxDecodedBytes()), usual.depth(), usual.members());
        List<String> codings = body.isNaming() ? List.of() : head.values("content-encoding");
        var content = new BodyContent(body.bytes(), head.values("content-type"), codings, limits.bytesDecoded());
        return new BodyForms(content, limits, body);
    }

    /** Returns the bytes of the body without its content coding. */
    public Parsed<byte[]> decoded() {
        return content.decoded();
    }

    /**
     * Returns how many calls the body holds: the elements of a batch of JSON-RPC or GraphQL, at most 100; 1 for
     * everything else. Each is a request of its own, and all of them must be permitted.
     */
    public int calls() {
        return json() instanceof BodyForm.Read(RegoArray batch) && isBatch(batch) ? batch.size() : 1;
    }

    /**
     * Returns a message of JSON-RPC 2.0: {@code method}, {@code params} and {@code id}, as far as they are there, and
     * for a call of a tool of MCP {@code tool} and {@code arguments} (absent of a body that {@link
     * RequestBody#isNaming}), with {@code digest} and {@code first_digest} if its session has listed it; or {@code
     * response}, which is {@code result} or {@code error}, if the message answers a call.
     *
     * @param call from 0, less than {@link #calls}
     */
    public BodyForm rpc(int call) {
        return once("rpc " + call, () -> ofCall(call, message -> RpcMessage.read(message, body)));
    }

    /**
     * Returns a request of GraphQL: {@code operation}, {@code name} and {@code fields}, or {@code persisted}, the hash
     * or id of a document that the request does not hold.
     *
     * @param call from 0, less than {@link #calls}
     * @param request the head of this body: a GET has the operation in its query
     */
    public BodyForm graphql(int call, CanonicalRequest request) {
        return once("graphql " + call, () -> readGraphql(call, request));
    }

    /**
     * Returns a request to a repository of git over HTTP: {@code repository} (the path without {@code .git}), {@code
     * operation} ({@code fetch} or {@code push}) and, for the commands of a push, {@code refs} and {@code options}.
     * Absent if it is a request to something else. Of a push, the bytes may be a beginning that {@link PushCommands}
     * finds whole.
     *
     * @param request the head of this body
     */
    public BodyForm git(CanonicalRequest request) {
        return once("git", () -> readGit(GitRequest.of(request)));
    }

    /** Returns what {@link #git} does of a request whose body does not matter for it. */
    public static BodyForm gitOfHead(CanonicalRequest request) {
        return of(RequestBody.NONE, RequestHeaders.EMPTY).git(request);
    }

    /** Returns whether only its body says what a request to a repository of git asks for. */
    public static boolean isOfGitByBody(CanonicalRequest request) {
        return switch (GitRequest.of(request)) {
            case GitRequest.Commands _, GitRequest.LfsBatch _ -> true;
            case GitRequest.None _, GitRequest.Fetch _, GitRequest.Push _, GitRequest.Unclear _ -> false;
        };
    }

    /** Returns whether these bytes, with which the body of a push of git begins, have all its commands. */
    public static boolean areCommandsOfPush(byte[] beginning, CanonicalRequest request) {
        return GitRequest.of(request) instanceof GitRequest.Commands
                && PushCommands.read(beginning) instanceof PushCommands.Whole;
    }

    private BodyForm once(String form, Supplier<BodyForm> read) {
        BodyForm made = known.get(form);
        if (made == null) {
            made = read.get();
            known.put(form, made);
        }
        return made;
    }

    private static boolean isJson(String type) {
        return type.equals("application/json") || type.endsWith("+json");
    }

    private static boolean isForm(String type) {
        return type.equals("application/x-www-form-urlencoded");
    }

    private static BodyForm text(String text) {
        return new BodyForm.Read(RegoString.of(text));
    }

    private BodyForm json(String text) {
        return switch (IJson.parse(text, limits.depth(), limits.members())) {
            case ParsedJson.Accepted(RegoValue value) -> new BodyForm.Read(value);
            case ParsedJson.Rejected(String why, int line, int column) ->
                new BodyForm.Unreadable("%s at %d:%d".formatted(why, line, column));
        };
    }

    private static BodyForm form(String text) {
        boolean plain = text.chars().noneMatch(Ascii::isControl);
        Map<String, List<String>> fields = plain ? CanonicalQuery.parse(text).parameters() : null;
        if (fields == null || fields.containsKey("_charset_")) {
            return new BodyForm.Unreadable("a malformed form");
        }
        Map<String, RegoValue> values = new HashMap<>();
        fields.forEach((name, texts) ->
                values.put(name, RegoArray.of(texts.stream().map(RegoString::of).toList())));
        return new BodyForm.Read(RegoObject.of(values));
    }

    private BodyForm ofCall(int call, Function<RegoValue, BodyForm> read) {
        return switch (json()) {
            case BodyForm.Read(RegoArray batch)
            when !isBatch(batch) -> new BodyForm.Unreadable("a batch of no calls, or of more than " + MAX_CALLS);
            case BodyForm.Read(RegoArray batch) -> read.apply(batch.get(call));
            case BodyForm.Read(RegoValue single) -> read.apply(single);
            case BodyForm none -> none;
        };
    }

    private static boolean isBatch(RegoArray array) {
        return array.size() > 0 && array.size() <= MAX_CALLS;
    }

    private BodyForm readGraphql(int call, CanonicalRequest request) {
        Map<String, List<String>> parameters = request.query().parameters();
        if (parameters == null) {
            return new BodyForm.Unreadable("a malformed query");
        }
        if (content.isEmpty() && !GraphqlParameters.areIn(parameters)) {
            return new BodyForm.Absent();
        }
        return switch (request.method()) {
            case "GET" -> graphqlOfGet(parameters);
            case "POST" -> graphqlOfPost(call, parameters);
            case null, default -> new BodyForm.Unreadable("a method of HTTP other than GET and POST");
        };
    }

    private BodyForm graphqlOfGet(Map<String, List<String>> parameters) {
        return content.isEmpty()
                ? GraphqlParameters.read(parameters, limits)
                : new BodyForm.Unreadable("a GET with a body");
    }

    /** Some servers prefer the parameters in the URL to those in the body. */
    private BodyForm graphqlOfPost(int call, Map<String, List<String>> parameters) {
        return GraphqlParameters.areIn(parameters)
                ? new BodyForm.Unreadable("parameters of GraphQL in the query of a POST")
                : ofCall(call, GraphqlRequest::read);
    }

    private BodyForm readGit(GitRequest request) {
        return switch (request) {
            case GitRequest.None _ -> new BodyForm.Absent();
            case GitRequest.Unclear _ -> new BodyForm.Unreadable("a path or a method that is nearly one of git");
            case GitRequest.Fetch(String repository) -> GitForm.of(repository, "fetch");
            case GitRequest.Push(String repository) -> GitForm.of(repository, "push");
            case GitRequest.LfsBatch(String repository) -> GitForm.ofLfs(repository, json());
            case GitRequest.Commands(String repository) ->
                GitForm.ofPush(repository, content.asPush(), content.bytes());
        };
    }
}
