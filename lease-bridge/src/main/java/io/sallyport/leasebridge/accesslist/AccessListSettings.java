package io.sallyport.leasebridge.accesslist;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What an import is asked for beside the document. Immutable.
 *
 * @param ports what is granted where the list means any port, 1 to 65535
 * @param service whose rules are read, of lists with several services; null for the only one
 * @param clients names of ACLs about the client, such as {@code src}, that hold for the sandbox
 */
public record AccessListSettings(
        ImportedForm form, List<Integer> ports, @Nullable String service, Set<String> clients) {
    /** The ports of HTTPS and HTTP. */
    public static final List<Integer> WEB_PORTS = List.of(443, 80);

    public AccessListSettings {
        ports = ports.stream().distinct().toList();
        clients = Set.copyOf(clients);
    }

    /** Returns what is told of a list that means any port. */
    String otherPorts() {
        String granted = ports.stream().map(String::valueOf).collect(Collectors.joining(" and "));
        return "any port there, " + granted + " here; --port names others";
    }

    /** Returns the settings without any flag. */
    public static AccessListSettings of(ImportedForm form) {
        return new AccessListSettings(form, WEB_PORTS, null, Set.of());
    }
}
