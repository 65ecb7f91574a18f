package io.sallyport.policycompiler.condition;

import io.sallyport.model.condition.CallPattern;
import io.sallyport.model.condition.CallPattern.Registered;
import io.sallyport.model.condition.CallPattern.RootFields;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes what grants ask of calls in the form that {@code calls.rego} reads. */
public final class CallValue {
    private CallValue() {}

    /** Returns the form; null if nothing is asked. */
    public static @Nullable RegoObject of(CallPattern call) {
        return switch (call) {
            case CallPattern.Any _ -> null;
            case CallPattern.Rpc rpc -> of(rpc);
            case CallPattern.Graphql graphql -> of(graphql);
            case CallPattern.EventStream _ -> one("stream", RegoBoolean.TRUE);
            case CallPattern.ClientText _ -> one("websocket", RegoString.of("text"));
            case CallPattern.NoClientText _ -> one("websocket", RegoString.of("rest"));
        };
    }

    private static RegoObject one(String name, RegoValue value) {
        return RegoObject.growing().put(name, value).sealed();
    }

    private static RegoObject of(CallPattern.Rpc rpc) {
        EntryObject value =
                RegoObject.growing().put("bytes", RegoNumber.of(rpc.maxBytes())).put("rpc", texts(rpc.members()));
        String tools = rpc.tools();
        return (tools == null ? value : value.put("tools", RegoString.of(tools))).sealed();
    }

    private static RegoObject of(CallPattern.Graphql graphql) {
        EntryObject value = RegoObject.growing()
                .put("name", RegoString.of(graphql.name()))
                .put("operation", RegoString.of(graphql.operation()))
                .put("registry", registry(graphql.registry()));
        RootFields fields = graphql.fields();
        String expression = fields.re2();
        if (expression != null) {
            value.put("fields", one(fields.of().word(), RegoString.of(expression)));
        }
        return RegoObject.growing()
                .put("bytes", RegoNumber.of(graphql.maxBytes()))
                .put("graphql", value.sealed())
                .sealed();
    }

    private static RegoObject registry(Map<String, Registered> registry) {
        Map<String, RegoObject> entries = new TreeMap<>();
        registry.forEach((id, entry) -> entries.put(id, of(entry)));
        return RegoObject.of(entries);
    }

    private static RegoObject of(Registered entry) {
        List<RegoString> fields = entry.fields().stream().map(RegoString::of).toList();
        return RegoObject.growing()
                .put("fields", RegoArray.of(fields))
                .put("name", RegoString.of(entry.name()))
                .put("operation", RegoString.of(entry.operation()))
                .sealed();
    }

    private static RegoObject texts(Map<String, String> texts) {
        Map<String, RegoString> values = new TreeMap<>();
        texts.forEach((name, text) -> values.put(name, RegoString.of(text)));
        return RegoObject.of(values);
    }
}
