package io.sallyport.decision.guard;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.message.Inquiry;
import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the input document of the decision contract, version 1, as a client of OPA's sends it: {@code {"input":
 * {...}}}. What the gateway knows better (phase, run, labels, whatever is derived of host and path) is taken and not
 * believed; headers, which a policy could ask for, are refused rather than passed over.
 */
final class ContractReader {
    private static final Set<String> INPUT = Set.of("version", "kind", "sandbox", "phase", "net", "action");
    private static final Set<String> SANDBOX = Set.of("id", "run", "labels");
    private static final Set<String> NET = Set.of(
            "scheme",
            "host",
            "port",
            "method",
            "path",
            "query",
            "speaks",
            "protocol",
            "grpc",
            "segments",
            "suffixes",
            "prefixes");
    private static final Set<String> ACTION = Set.of("capability", "target", "skill");

    private final RegoObject input;
    private final RequestKind kind;

    private ContractReader(RegoObject input, RequestKind kind) {
        this.input = input;
        this.kind = kind;
    }

    /** Whose question it is, and what is asked. */
    record Asked(SandboxId sandbox, Inquiry inquiry) {}

    static Asked read(RegoValue body) throws UnreadableQuestion {
        RegoObject document = Members.object(body, "the body");
        Members.require(document, name -> name.equals("input"), "the body");
        RegoObject input = Members.object(Members.need(document, "input"), "input");
        Members.require(input, INPUT::contains, "input");
        RegoValue version = input.get(RegoString.of("version"));
        if (version != null && !version.equals(RegoNumber.of(1))) {
            throw UnreadableQuestion.of("input.version: not 1");
        }
        ContractReader reader = new ContractReader(input, kind(Members.needText(input, "kind")));
        return new Asked(reader.sandbox(), reader.inquiry());
    }

    private static RequestKind kind(String word) throws UnreadableQuestion {
        for (RequestKind kind : RequestKind.values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        throw UnreadableQuestion.of("input.kind: not known");
    }

    private SandboxId sandbox() throws UnreadableQuestion {
        RegoObject sandbox = Members.object(Members.need(input, "sandbox"), "input.sandbox");
        Members.require(sandbox, SANDBOX::contains, "input.sandbox");
        SandboxId id = SandboxId.parse(Members.needText(sandbox, "id"));
        if (id == null) {
            throw UnreadableQuestion.of("input.sandbox.id: no id of a sandbox");
        }
        return id;
    }

    private Inquiry inquiry() throws UnreadableQuestion {
        boolean net = kind == RequestKind.CONNECT || kind == RequestKind.HTTP || kind == RequestKind.FETCH;
        if (input.get(RegoString.of(net ? "action" : "net")) != null) {
            throw UnreadableQuestion.of("input: a question of this kind has no " + (net ? "action" : "net"));
        }
        return net ? ofRequest() : ofAction();
    }

    private Inquiry ofAction() throws UnreadableQuestion {
        RegoObject action = Members.object(Members.need(input, "action"), "input.action");
        Members.require(action, ACTION::contains, "input.action");
        String capability = Members.needText(action, "capability");
        String skill = Members.text(action, "skill");
        if (CapabilityName.kindOf(capability) != kind) {
            throw UnreadableQuestion.of("input.action.capability: not of this kind");
        }
        return switch (CanonicalAction.parse(capability, Members.needText(action, "target"), skill)) {
            case Canonicalized.Rejected(var reason, var why, int _) ->
                throw new UnreadableQuestion(reason, "input.action.target: " + why);
            case Canonicalized.Accepted(var parsed) -> inquiry(parsed, capability, skill);
        };
    }

    private Inquiry ofRequest() throws UnreadableQuestion {
        RegoObject net = Members.object(Members.need(input, "net"), "input.net");
        Members.require(net, NET::contains, "input.net");
        String spoken = Members.text(net, "speaks");
        Scheme written = Scheme.of(Members.needText(net, "scheme") + (spoken == null ? "" : "+" + spoken));
        boolean webSocket = "websocket".equals(Members.text(net, "protocol"));
        Scheme scheme = webSocket && written != null ? written.ofWebSocket() : written;
        if (scheme == null) {
            throw new UnreadableQuestion(ReasonCode.UNSUPPORTED_SCHEME, "input.net.scheme: not served here");
        }
        CanonicalAuthority host = NetQuestion.host(net, "host");
        int port = NetQuestion.port(net, scheme);
        Question question = switch (kind) {
            case CONNECT -> CanonicalRequest.connect(scheme, host.host(), port);
            case FETCH -> CanonicalRequest.fetch(scheme, host.host(), port, path(net));
            default ->
                CanonicalRequest.http(scheme, host.host(), port, NetQuestion.method(net), path(net), query(net))
                        .withContentType(contentType(net));
        };
        return inquiry(question, CapabilityName.NET_FETCH, null);
    }

    private static CanonicalPath path(RegoObject net) throws UnreadableQuestion {
        return switch (CanonicalPath.parse(Members.needText(net, "path"))) {
            case Parsed.Accepted(var path) -> path;
            case Parsed.Rejected(var why, int at) ->
                throw new UnreadableQuestion(ReasonCode.NOT_CANONICAL, "input.net.path: " + why + " (at " + at + ")");
        };
    }

    /** What the request must have said of its content for the document to say of it that it is a call of gRPC. */
    private static List<String> contentType(RegoObject net) throws UnreadableQuestion {
        boolean grpc = net.get(RegoString.of("grpc")) != null || "grpc".equals(Members.text(net, "protocol"));
        return grpc ? List.of("application/grpc") : List.of();
    }

    private static CanonicalQuery query(RegoObject net) throws UnreadableQuestion {
        RegoValue value = net.get(RegoString.of("query"));
        if (value == null) {
            return CanonicalQuery.NONE;
        }
        RegoObject parameters = Members.object(value, "input.net.query");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < parameters.size(); i++) {
            String name = Members.string(parameters.keyAt(i), "a name in input.net.query");
            if (!(parameters.valueAt(i) instanceof RegoArray values)) {
                throw UnreadableQuestion.of("input.net.query: a value is no array");
            }
            for (int j = 0; j < values.size(); j++) {
                text.append(text.isEmpty() ? "" : "&")
                        .append(PercentTriplets.encoded(name))
                        .append('=');
                text.append(PercentTriplets.encoded(Members.string(values.get(j), "a value in input.net.query")));
            }
        }
        return text.isEmpty() ? CanonicalQuery.NONE : CanonicalQuery.parse(text.toString());
    }

    private static Inquiry inquiry(Question question, String capability, @Nullable String skill) {
        return new Inquiry(question, capability, skill, null, null, false, false);
    }
}
