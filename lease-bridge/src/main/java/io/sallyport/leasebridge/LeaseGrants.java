package io.sallyport.leasebridge;

import io.sallyport.model.Grant;
import io.sallyport.model.Mode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.host.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Converts the patterns of a lease into grants. */
final class LeaseGrants {
    private static final Set<RequestKind> KINDS = Set.of(RequestKind.CONNECT, RequestKind.HTTP);

    private LeaseGrants() {}

    static List<Grant> of(Map<String, List<LeasePattern>> capabilities) {
        List<Grant> grants = new ArrayList<>();
        capabilities.forEach((capability, patterns) -> {
            for (int i = 0; i < patterns.size(); i++) {
                add(capability, rule(capability, i), patterns.get(i), grants);
            }
        });
        return List.copyOf(grants);
    }

    /** Returns the name in decisions of the pattern at {@code index}. */
    static String rule(String capability, int index) {
        return "lease:" + capability + "[" + index + "]";
    }

    private static void add(String capability, String rule, LeasePattern pattern, List<Grant> grants) {
        switch (pattern) {
            case LeasePattern.Named named ->
                grants.add(new Grant.Named(
                        Grant.Source.LEASE, rule, capability, named.glob().targets(), named.text()));
            case LeasePattern.Url(var urls) -> urls.parts().forEach(part -> grants.add(net(rule, part, urls.text())));
        }
    }

    private static Grant net(String rule, UrlPattern.Part part, String text) {
        return new Grant.Net(
                Grant.Source.LEASE,
                rule,
                KINDS,
                Set.of(part.scheme()),
                part.host(),
                part.port() == Port.NONE ? Set.of() : Set.of(part.port()),
                Set.of(),
                part.pattern(),
                part.query(),
                Mode.ENFORCE,
                text);
    }
}
