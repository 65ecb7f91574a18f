package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.leasebridge.network.PolicyEndpoint.Allow;
import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;
import io.sallyport.model.condition.CallPattern;
import io.sallyport.model.condition.CallPattern.RootFields;
import io.sallyport.model.condition.Conditions;
import io.sallyport.model.condition.Quantifier;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads rules about operations of GraphQL over HTTP (specs: network policy, sections 2 and 12). */
record GraphqlRules(String rule, EndpointFields in, BodySettings settings) implements ProtocolRules {
    /** The types of operations. */
    static final Set<String> TYPES = Set.of("query", "mutation", "subscription");

    private static final Set<String> METHODS = Set.of("GET", "POST");
    private static final RootFields ANY_FIELDS = new RootFields(Quantifier.ALL, null);

    @Override
    public List<Allow> preset(String access) {
        List<String> types = switch (access) {
            case "read-only" -> List.of("query");
            case "read-write" -> List.of("query", "mutation");
            default -> List.of("query", "mutation", "subscription");
        };
        return List.of(in.whole(rule, METHODS, asks(PolicyGlob.anyOf(types), null, ANY_FIELDS), access));
    }

    @Override
    public List<Allow> anything() {
        return List.of(in.whole(rule, METHODS, asks(JsonRpcRules.ANYTHING, null, ANY_FIELDS), "audit"));
    }

    @Override
    public List<Allow> read(RuleEntry entry) {
        entry.refuseOthers(Protocol.GRAPHQL, Set.of("operation_type", "operation_name", "fields"), in.findings());
        String type = entry.text("operation_type");
        if (!TYPES.contains(type)) {
            DiagnosticCode code = type.isEmpty() ? DiagnosticCode.MISSING_KEY : DiagnosticCode.BAD_VALUE;
            String help = "access: full allows every type";
            entry.error(code, "operation_type: query, mutation or subscription is wanted", help, in.findings());
            return List.of();
        }
        DocumentNode written = entry.value("operation_name");
        String name = written == null ? null : PolicyGlob.read(written, entry.word() + ".operation_name", in);
        Conditions conditions = asks(PolicyGlob.literal(type), name, fields(entry));
        return List.of(entry.everywhere(entry.denies() ? Set.of() : METHODS, conditions, shown(entry, type)));
    }

    private RootFields fields(RuleEntry entry) {
        List<Scalar> globs = Fields.texts(entry.said(), "fields");
        return new RootFields(
                entry.of(), globs.isEmpty() ? null : PolicyGlob.read(globs, entry.word() + ".fields", in.leniency()));
    }

    private static String shown(RuleEntry entry, String type) {
        String fields = String.join(
                ",",
                Fields.texts(entry.said(), "fields").stream().map(Scalar::text).toList());
        String name = entry.text("operation_name");
        return type + (name.isEmpty() ? "" : " " + name) + (fields.isEmpty() ? "" : " {" + fields + "}");
    }

    private Conditions asks(String type, @Nullable String name, RootFields fields) {
        return Conditions.of(new CallPattern.Graphql(
                type, name == null ? JsonRpcRules.ANYTHING : name, fields, settings.registry(), settings.maxBytes()));
    }
}
