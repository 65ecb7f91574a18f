package io.sallyport.gateway.cli.policy;

import io.sallyport.decision.SandboxFacts;
import io.sallyport.gateway.cli.command.CliException;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WrittenRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One question to a policy, and who asks. */
record Asked(CanonicalRequest request, SandboxFacts facts) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** {@code [METHOD] URL}. */
    static Asked of(List<String> words, SandboxFacts facts) throws CliException {
        return switch (words.size()) {
            case 1 -> new Asked(request("GET", words.get(0)), facts);
            case 2 -> new Asked(request(words.get(0), words.get(1)), facts);
            default ->
                throw CliException.unusable(
                        "no request (expected: [METHOD] URL, or --input FILE; behind an option that takes a list, -- comes before the URL)");
        };
    }

    /** The contract's input document; what it derives (suffixes, segments, prefixes) is derived anew. */
    static Asked parse(String name, String text, SandboxFacts byDefault) throws CliException {
        JsonNode input;
        try {
            input = JSON.readTree(text);
        } catch (JacksonException e) {
            throw CliException.unusable(name + ":" + e.getLocation().getLineNr() + ": " + e.getOriginalMessage());
        }
        String kind = input.path("kind").asString("");
        JsonNode net = input.path("net");
        String method = kind.equals("connect") ? "CONNECT" : net.path("method").asString("GET");
        if (!kind.equals("connect") && !kind.equals("http")) {
            throw CliException.unusable(name + ": kind: " + kind + " (expected: connect or http)");
        }
        return new Asked(request(method, url(net)), facts(name, input, byDefault));
    }

    private static String url(JsonNode net) {
        String host = net.path("host").asString("");
        String bracketed = host.indexOf(':') < 0 ? host : "[" + host + "]";
        String port = net.has("port") ? ":" + net.path("port").asString() : "";
        String url = net.path("scheme").asString("") + "://" + bracketed + port
                + net.path("path").asString("/");
        return url + query(net.path("query"));
    }

    private static String query(JsonNode query) {
        var text = new StringBuilder();
        query.properties()
                .forEach(parameter -> parameter
                        .getValue()
                        .forEach(value -> text.append(text.isEmpty() ? "?" : "&")
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
        @Nullable String run = sandbox.has("run") ? sandbox.path("run").asString() : null;
        return new SandboxFacts(id, run, labels, phase);
    }

    private static CanonicalRequest request(String method, String url) throws CliException {
        return switch (WrittenRequest.parse(method, url)) {
            case WrittenRequest.Accepted(var read) -> read;
            case WrittenRequest.Rejected(var why, int at) ->
                throw CliException.unusable(url + ": " + why + " (at " + at + ")");
        };
    }
}
