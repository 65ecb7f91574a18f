package io.sallyport.leasebridge.provider;

import java.util.Locale;

/** What each request of an imported provider gets. */
public sealed interface ImportedInjection {
    /** A field; {@code before} stands before the secret in it. */
    record Header(String name, String before) implements ImportedInjection {}

    /** Basic credentials with that user name. */
    record BasicUser(String user) implements ImportedInjection {}

    /** A member of the query. */
    record QueryMember(String name) implements ImportedInjection {}

    /** Returns where it writes: two of the same place exclude each other. */
    default String place() {
        return switch (this) {
            case Header(String name, String _) -> "field " + name.toLowerCase(Locale.ROOT);
            case BasicUser _ -> "field authorization";
            case QueryMember(String name) -> "query " + name;
        };
    }
}
