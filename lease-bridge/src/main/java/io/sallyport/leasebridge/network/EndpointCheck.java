package io.sallyport.leasebridge.network;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.Findings;
import io.sallyport.model.dialect.PolicyDialect;

/** Checks one endpoint by itself, for readers of other documents whose endpoints become those of a network policy. */
public final class EndpointCheck {
    private EndpointCheck() {}

    /** Returns whether a network policy grants a port of a host that it names; not ports that control clusters. */
    public static boolean isGranted(int port) {
        return !EndpointReader.CONTROL_PORTS.contains(port);
    }

    /**
     * Adds to {@code findings} what refuses the endpoint in a network policy, at the places of its nodes.
     *
     * @param name of the endpoint, for messages
     */
    public static void check(String name, DocumentNode endpoint, Findings findings) {
        NetworkPolicyShape.STRICT.endpoint().check(endpoint, "endpoint", findings);
        if (!findings.hasErrors()) {
            new EndpointReader(
                            name,
                            EndpointFields.of(endpoint, findings, PolicyDialect.STRICT),
                            EndpointSource.POLICY,
                            findings)
                    .read();
        }
    }
}
