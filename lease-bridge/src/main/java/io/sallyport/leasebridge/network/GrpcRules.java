package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.DocumentNode.Style;
import io.sallyport.documents.Fields;
import io.sallyport.leasebridge.network.PolicyEndpoint.Allow;
import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;
import io.sallyport.model.PathPattern;
import io.sallyport.model.condition.Conditions;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads rules about calls of gRPC by service and method. A call is a POST of {@code /SERVICE/METHOD} (gRPC over HTTP/2,
 * "Requests"), as are those of gRPC-Web and Connect, so the path names it whatever the content type is.
 */
record GrpcRules(String rule, EndpointFields in) implements ProtocolRules {
    private static final Set<String> POST = Set.of("POST");

    /** Letters, digits and dots of a name, and the wildcards of a path but those that cross a slash. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.*?,{}\\[\\]!^-]{1,256}");

    private static final String STARS = "**";

    @Override
    public List<Allow> preset(String access) {
        if (!access.equals("full")) {
            String message = "access: grpc has full alone: no name says whether a call only reads";
            in.findings().error(in.place(), DiagnosticCode.BAD_VALUE, message, "name the calls in rules");
            return List.of();
        }
        return anything();
    }

    @Override
    public List<Allow> anything() {
        return List.of(in.whole(rule, POST, Conditions.NONE, "any call"));
    }

    @Override
    public List<Allow> read(RuleEntry entry) {
        entry.refuseOthers(Protocol.GRPC, Set.of("service", "method"), in.findings());
        Scalar service = name(entry, "service");
        Scalar method = name(entry, "method");
        if (service == null || method == null) {
            return List.of();
        }
        String call = service.text() + "/" + method.text();
        PathPattern path =
                PolicyPath.read(new Scalar("/" + call, Style.ESCAPED, service.place()), in.leniency(), in.findings());
        return path == null
                ? List.of()
                : List.of(new Allow(
                        entry.name(), entry.place(), entry.denies() ? Set.of() : POST, path, Conditions.NONE, call));
    }

    /** Returns one of the two names; null after reporting that it is missing or that no call has it. */
    private @Nullable Scalar name(RuleEntry entry, String field) {
        Scalar name = Fields.scalar(entry.said(), field);
        if (name == null || name.text().isEmpty()) {
            String help = "service: acme.v1.Store, method: Get; * is any";
            entry.error(DiagnosticCode.MISSING_KEY, "service and method are wanted", help, in.findings());
            return null;
        }
        if (!NAME.matcher(name.text()).matches() || name.text().contains(STARS)) {
            in.error(name, DiagnosticCode.BAD_VALUE, field + ": a name or a glob without slash is wanted");
            return null;
        }
        return name;
    }
}
