package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.WrittenHeaders;
import io.sallyport.decision.ActionInput;
import io.sallyport.decision.RequestInput;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.VerifiedClaims;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.WrittenQuestion;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One question to a policy, with its headers, if it is a request, and the facts of the sandbox that asks it. */
record PolicyQuestion(Question question, RequestHeaders headers, SandboxFacts facts) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    PolicyQuestion {
        if (question instanceof CanonicalRequest request) {
            question = request.withContentType(headers.values("content-type"));
        }
    }

    private static PolicyQuestion of(Question question, SandboxFacts facts) {
        return new PolicyQuestion(question, RequestHeaders.EMPTY, facts);
    }

    /** Returns a copy with other headers. */
    PolicyQuestion with(RequestHeaders other) {
        return new PolicyQuestion(question, other, facts);
    }

    /** Returns the document that a rule sees as {@code input}; of headers with credentials it says only the names. */
    RegoObject input() {
        return switch (question) {
            case CanonicalRequest request -> RequestInput.of(request, headers, facts);
            case CanonicalAction action -> ActionInput.of(action, facts);
        };
    }

    /** Parses {@code [METHOD] URL}, or {@code CAPABILITY TARGET}. */
    static PolicyQuestion of(List<String> words, SandboxFacts facts) throws CliException {
        return switch (words.size()) {
            case 1 -> of(written("GET", words.get(0)), facts);
            case 2 -> of(written(words.get(0), words.get(1)), facts);
            default ->
                throw CliException.unusable(
                        "no request (expected: [METHOD] URL, CAPABILITY TARGET, or --input FILE; behind an option that takes a list, -- comes before the URL)");
        };
    }

    /** Parses the contract's input document; its derived members (suffixes, segments, prefixes) are computed again. */
    static PolicyQuestion parse(String name, String text, SandboxFacts byDefault) throws CliException {
        return read(name, tree(name, text), byDefault);
    }

    /** Parses an array of input documents, or a single one. */
    static List<PolicyQuestion> parseAll(String name, String text, SandboxFacts byDefault) throws CliException {
        JsonNode input = tree(name, text);
        List<PolicyQuestion> all = new ArrayList<>();
        for (JsonNode one : input.isArray() ? input : List.of(input)) {
            all.add(read(name, one, byDefault));
        }
        return all;
    }

    private static JsonNode tree(String name, String text) throws CliException {
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            throw CliException.unusable(name + ":" + e.getLocation().getLineNr() + ": " + e.getOriginalMessage());
        }
    }

    private static PolicyQuestion read(String name, JsonNode input, SandboxFacts byDefault) throws CliException {
        JsonNode net = input.path("net");
        RequestHeaders head = headers(name, net);
        RequestHeaders headers =
                net.has("websocket") ? message(name, net.path("websocket")).after(head) : head;
        return new PolicyQuestion(question(name, input), headers, facts(name, input, byDefault));
    }

    private static WebSocketMessage message(String name, JsonNode message) throws CliException {
        String direction = message.path("direction").asString("");
        boolean sent = direction.equals("send");
        boolean binary = message.path("type").asString("").equals("binary");
        boolean text = message.path("type").asString("").equals("text");
        if ((!sent && !direction.equals("receive"))
                || (!binary && !text)
                || text != message.path("text").isString()) {
            throw CliException.unusable(name + ": net.websocket (expected: direction send or receive, type text with"
                    + " text, or binary without)");
        }
        return new WebSocketMessage(sent, text ? message.path("text").asString() : null);
    }

    private static Question question(String name, JsonNode input) throws CliException {
        String kind = input.path("kind").asString("");
        return switch (kind) {
            case "connect", "http" -> request(kind, input);
            case "tool", "file", "model", "delegate", "vendor" -> action(name, kind, input.path("action"));
            default ->
                throw CliException.unusable(
                        name + ": kind: " + kind + " (expected: connect, http, tool, file, model, delegate or vendor)");
        };
    }

    private static Question request(String kind, JsonNode input) throws CliException {
        JsonNode net = input.path("net");
        String method = kind.equals("connect") ? "CONNECT" : net.path("method").asString("GET");
        return written(method, url(net));
    }

    private static RequestHeaders headers(String name, JsonNode net) throws CliException {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        net.path("headers")
                .properties()
                .forEach(header -> fields.put(
                        header.getKey().toLowerCase(Locale.ROOT),
                        header.getValue().valueStream().map(JsonNode::asString).toList()));
        putIfAbsent(fields, "content-type", net.path("content_type"));
        if (net.has("grpc") || net.path("protocol").asString("").equals("grpc")) {
            fields.putIfAbsent("content-type", List.of("application/grpc"));
        }
        putIfAbsent(fields, "content-length", net.path("content_length"));
        String body = WrittenBody.of(name, net);
        if (body == null) {
            return WrittenHeaders.of(fields);
        }
        List<String> type = WrittenBody.type(net.path("body"));
        if (!type.isEmpty()) {
            fields.putIfAbsent("content-type", type);
        }
        return WrittenBody.of(body).after(WrittenHeaders.of(fields));
    }

    /** Adds what a document says beside its headers; a length of 0 is that of a request without a body. */
    private static void putIfAbsent(Map<String, List<String>> fields, String name, JsonNode said) {
        if (said.isValueNode() && !said.asString().equals("0")) {
            fields.putIfAbsent(name, List.of(said.asString()));
        }
    }

    private static Question action(String name, String kind, JsonNode action) throws CliException {
        String capability = action.path("capability").asString("");
        RequestKind is = CapabilityName.kindOf(capability);
        if (is == null || !is.word().equals(kind)) {
            throw CliException.unusable(
                    name + ": action.capability: " + capability + " (expected: one of kind " + kind + ")");
        }
        @Nullable String skill = action.has("skill") ? action.path("skill").asString() : null;
        return switch (CanonicalAction.parse(capability, action.path("target").asString(""), skill)) {
            case Canonicalized.Accepted(var read) -> read;
            case Canonicalized.Rejected(var _, var why, int at) ->
                throw CliException.unusable(name + ": action.target: " + why + " (at " + at + ")");
        };
    }

    private static String url(JsonNode net) {
        String host = net.path("host").asString("");
        String port = net.has("port") ? ":" + net.path("port").asString() : "";
        String url = scheme(net) + "://" + CanonicalHost.authority(host) + port
                + net.path("path").asString("/");
        String query = query(net.path("query"));
        return query.isEmpty() ? url : url + "?" + query;
    }

    private static String scheme(JsonNode net) {
        String word = net.path("scheme").asString("");
        if (net.has("speaks")) {
            return word + "+" + net.path("speaks").asString("");
        }
        boolean webSocket =
                net.has("websocket") || net.path("protocol").asString("").equals("websocket");
        Scheme scheme = webSocket ? Scheme.of(word) : null;
        Scheme asked = scheme == null ? null : scheme.ofWebSocket();
        return asked == null ? word : asked.word();
    }

    /** Returns a query, or a form, of names to arrays of texts. */
    static String query(JsonNode query) {
        var text = new StringBuilder();
        query.properties()
                .forEach(parameter -> parameter
                        .getValue()
                        .forEach(value -> text.append(text.isEmpty() ? "" : "&")
                                .append(escaped(parameter.getKey()))
                                .append('=')
                                .append(escaped(value.asString()))));
        return text.toString();
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static SandboxFacts facts(String name, JsonNode input, SandboxFacts byDefault) throws CliException {
        JsonNode sandbox = input.path("sandbox");
        SandboxId id = sandbox.has("id") ? SandboxId.parse(sandbox.path("id").asString()) : byDefault.id();
        Phase phase = input.has("phase") ? Phase.of(input.path("phase").asString()) : byDefault.phase();
        if (id == null || phase == null) {
            throw CliException.unusable(name + ": sandbox.id or phase is none");
        }
        Map<String, String> labels = new LinkedHashMap<>(byDefault.labels());
        sandbox.path("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asString()));
        @Nullable String run = sandbox.has("run") ? sandbox.path("run").asString() : byDefault.run();
        Map<String, String> subject = new LinkedHashMap<>(byDefault.leaseSubject());
        input.path("lease")
                .path("subject")
                .properties()
                .forEach(
                        member -> subject.put(member.getKey(), member.getValue().asString()));
        return new SandboxFacts(
                id, run, labels, phase, byDefault.phaseGates(), subject, claims(input.path("identity"), byDefault));
    }

    /** Returns the claims of an identity as a rule sees it, which hold. */
    private static @Nullable VerifiedClaims claims(JsonNode identity, SandboxFacts byDefault) {
        return RegoJson.parse(identity.path("claims").toString(), JsonLimits.DOCUMENT)
                        instanceof ParsedJson.Accepted(RegoObject claims)
                ? new VerifiedClaims(identity.path("issuer").asString(""), Long.MAX_VALUE, claims)
                : byDefault.claims();
    }

    /** Returns what to type for an expression, which opa eval takes where a URL stands here. */
    private static String query(String word) {
        return word.matches("(data|input)\\b(?!:).*") ? "; for an expression: --query '" + word + "'" : "";
    }

    private static Question written(String first, String second) throws CliException {
        return switch (WrittenQuestion.parse(first, second)) {
            case Parsed.Accepted(var read) -> read;
            case Parsed.Rejected(var why, int at) ->
                throw CliException.unusable(second + ": " + why + " (at " + at + ")" + query(second));
        };
    }
}
