package io.sallyport.leasebridge.provider;

import java.util.List;
import java.util.Locale;

/** What each request of an imported provider gets. */
public sealed interface ImportedInjection {
    /** A field; {@code before} stands before the secret in it. */
    record Header(String name, String before) implements ImportedInjection {}

    /** Basic credentials with that user name. */
    record BasicUser(String user) implements ImportedInjection {}

    /** A member of the query. */
    record QueryMember(String name) implements ImportedInjection {}

    /** A segment of the path; {@code template} has {@code {credential}} in its last one. */
    record InPath(String template) implements ImportedInjection {}

    /**
     * A signature of AWS.
     *
     * @param regions for which a sandbox may sign
     * @param services for which it may sign
     * @param unsignedToo whether requests without a signature are signed, for the only region and service
     * @param unsignedPayload whether a signature may leave the body out
     */
    record AwsSignature(List<String> regions, List<String> services, boolean unsignedToo, boolean unsignedPayload)
            implements ImportedInjection {
        public AwsSignature {
            regions = List.copyOf(regions);
            services = List.copyOf(services);
        }
    }

    /** Returns where it writes: two of the same place exclude each other. */
    default String place() {
        return switch (this) {
            case Header(String name, String _) -> "field " + name.toLowerCase(Locale.ROOT);
            case BasicUser _ -> "field authorization";
            case QueryMember(String name) -> "query " + name;
            case InPath _ -> "path";
            case AwsSignature _ -> "field authorization";
        };
    }
}
