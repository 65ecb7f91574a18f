package io.sallyport.decision.body;

import io.sallyport.model.Sha256;
import io.sallyport.model.message.ListedTool;
import io.sallyport.model.message.RequestBody;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoKind;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a message of JSON-RPC 2.0: a call, a notification or a response. Calls of MCP (2025-06-18) that name a tool, a
 * prompt or a resource are read more closely.
 */
final class RpcMessage {
    private static final MemberNames MEMBERS = MemberNames.of("jsonrpc", "method", "params", "id", "result", "error");
    private static final MemberNames NAMED = MemberNames.of("name", "arguments");
    private static final MemberNames LOCATED = MemberNames.of("uri");
    private static final Map<String, MemberNames> PARAMETERS = Map.of(
            "tools/call", NAMED,
            "prompts/get", NAMED,
            "resources/read", LOCATED,
            "resources/subscribe", LOCATED,
            "resources/unsubscribe", LOCATED);
    private static final RegoString VERSION = RegoString.of("2.0");

    private RpcMessage() {}

    /** @param body that the message is in; of one that only names a tool, arguments are absent */
    static BodyForm read(RegoValue value, RequestBody body) {
        if (!(value instanceof RegoObject message) || !VERSION.equals(message.get("jsonrpc"))) {
            return new BodyForm.Unreadable("no message of JSON-RPC 2.0");
        }
        if (MEMBERS.haveTwinIn(message)) {
            return new BodyForm.Unreadable("a member of JSON-RPC in another case");
        }
        if (!isId(message.get("id"))) {
            return new BodyForm.Unreadable("an id that is no string, number or null");
        }
        boolean answers = message.get("result") != null || message.get("error") != null;
        return switch (message.get("method")) {
            case null -> response(message);
            case RegoString method when !answers -> call(message, method, body);
            case RegoString _ -> new BodyForm.Unreadable("a call that is also a response");
            default -> new BodyForm.Unreadable("a method that is no string");
        };
    }

    private static boolean isId(@Nullable RegoValue id) {
        return id == null || id.kind() == RegoKind.STRING || id.kind() == RegoKind.NUMBER || id.kind() == RegoKind.NULL;
    }

    private static BodyForm response(RegoObject message) {
        boolean succeeded = message.get("result") != null;
        if (succeeded == (message.get("error") != null)) {
            return new BodyForm.Unreadable("neither a call nor a response");
        }
        EntryObject response = RegoObject.growing().put("response", RegoString.of(succeeded ? "result" : "error"));
        return new BodyForm.Read(with(response, "id", message.get("id")).sealed());
    }

    private static BodyForm call(RegoObject message, RegoString method, RequestBody body) {
        RegoValue params = message.get("params");
        EntryObject call = RegoObject.growing().put("method", method);
        with(with(call, "params", params), "id", message.get("id"));
        return switch (params) {
            case RegoObject object -> withObject(call, method.text(), object, body);
            case RegoArray _ when !PARAMETERS.containsKey(method.text()) -> new BodyForm.Read(call.sealed());
            case null -> withObject(call, method.text(), EntryObject.EMPTY, body);
            default -> new BodyForm.Unreadable("params that cannot be read");
        };
    }

    private static BodyForm withObject(EntryObject call, String method, RegoObject params, RequestBody body) {
        if (PARAMETERS.getOrDefault(method, MemberNames.of()).haveTwinIn(params)) {
            return new BodyForm.Unreadable("a parameter of MCP in another case");
        }
        return method.equals("tools/call") ? toolCall(call, params, body) : new BodyForm.Read(call.sealed());
    }

    private static BodyForm toolCall(EntryObject call, RegoObject params, RequestBody body) {
        RegoValue arguments = params.get("arguments");
        if (!(params.get("name") instanceof RegoString tool)) {
            return new BodyForm.Unreadable("a call of a tool without name");
        }
        if (arguments != null && arguments.kind() != RegoKind.OBJECT) {
            return new BodyForm.Unreadable("arguments that are no object");
        }
        ListedTool listed = body.listed(tool.text());
        if (listed != null) {
            call.put("digest", digest(listed.last())).put("first_digest", digest(listed.first()));
        }
        RegoValue none = body.isNaming() ? null : EntryObject.EMPTY;
        return new BodyForm.Read(with(call.put("tool", tool), "arguments", arguments == null ? none : arguments)
                .sealed());
    }

    private static RegoString digest(Sha256 digest) {
        return RegoString.of(digest.hex());
    }

    private static EntryObject with(EntryObject object, String name, @Nullable RegoValue value) {
        return value == null ? object : object.put(name, value);
    }
}
