package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Shape;
import io.sallyport.leasebridge.network.EndpointCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads services of Agent Vault, which takes one of them for each request. Here all credentials that a request may have
 * are attached: so a service that may lose requests to another one, whatever becomes of that, is refused.
 */
record AgentVaultServices(ImportedItems items, ImportedParts parts) implements CredentialReader {
    @Override
    public void read(Members document) {
        Findings findings = items.document();
        AgentVaultShape.DOCUMENT.check(document, Shape.ROOT, findings);
        List<DocumentNode> written = Fields.items(document.members(), "services");
        if (written.size() > ImportedParts.MAX_PARTS) {
            String message = "more than " + ImportedParts.MAX_PARTS + " services";
            findings.error(document.place(), DiagnosticCode.TOO_MANY, message, null);
            return;
        }
        List<AgentVaultService> services = new ArrayList<>();
        for (DocumentNode node : written) {
            AgentVaultService service =
                    items.settled(items.<AgentVaultService>read(own -> AgentVaultService.read(node, own)), false);
            if (service != null) {
                services.add(service);
            }
        }
        services.forEach(service -> add(service, services));
    }

    private void add(AgentVaultService service, List<AgentVaultService> all) {
        if (!service.enabled()) {
            String message = Findings.quote(service.name()) + " is not enabled: it is left out";
            items.document().warning(service.place(), DiagnosticCode.NO_EFFECT, message, null);
            return;
        }
        items.item(own -> added(service, all, own));
    }

    private @Nullable AgentVaultService added(AgentVaultService service, List<AgentVaultService> all, Findings own) {
        AgentVaultAuth auth = AgentVaultAuth.read(service.auth(), own);
        List<AgentVaultSubstitution> substitutions = service.substitutions().stream()
                .map(node -> AgentVaultSubstitution.read(node, own))
                .filter(Objects::nonNull)
                .toList();
        Members endpoint = service.ofPolicy();
        EndpointCheck.check(service.name(), endpoint, own);
        if (auth == null || own.hasErrors()) {
            return null;
        }
        List<String> names = new ArrayList<>();
        if (!auth.attached().isEmpty() || !substitutions.isEmpty()) {
            List<String> bound = service.bound(own);
            refuseLosses(service, all, own);
            if (!own.hasErrors()) {
                names.addAll(addProviders(service, auth, substitutions, bound, own));
            }
        }
        parts.add(new ImportedRule(service.name(), List.of(endpoint), List.of(), names), service.place(), own);
        return service;
    }

    private static void refuseLosses(AgentVaultService service, List<AgentVaultService> all, Findings own) {
        int index = all.indexOf(service);
        for (int i = 0; i < all.size(); i++) {
            AgentVaultService other = all.get(i);
            if (i != index && service.mayLoseTo(other, i < index)) {
                String message = Findings.quote(service.name()) + ": for some of its requests Agent Vault takes "
                        + Findings.quote(other.name()) + " instead: that has no equivalent";
                own.error(service.place(), DiagnosticCode.NOT_EXACT, message, "give it a path that the other has not");
            }
        }
    }

    private List<String> addProviders(
            AgentVaultService service,
            AgentVaultAuth auth,
            List<AgentVaultSubstitution> substitutions,
            List<String> bound,
            Findings own) {
        List<ImportedProvider> providers = new ArrayList<>();
        for (AgentVaultAuth.Attached attached : auth.attached()) {
            boolean isOne = auth.attached().size() == 1;
            String name = isOne ? service.name() : parts.free(service.name() + "-" + attached.key());
            List<String> notes = new ArrayList<>();
            notes.add("The document does not have the secret: the gateway reads it from " + attached.key() + ".");
            if (attached.note() != null) {
                notes.add(attached.note());
            }
            var provider = new ImportedProvider(
                    name,
                    notes,
                    new ImportedSecret.Environment(attached.key()),
                    bound,
                    List.of(),
                    List.of(),
                    attached.injection(),
                    providers.isEmpty() ? auth.extraHeaders() : Map.of());
            providers.add(provider);
        }
        for (AgentVaultSubstitution substitution : substitutions) {
            String name = parts.free(service.name() + "-" + substitution.key());
            providers.add(substitution.provider(name, bound));
        }
        parts.add(providers, service.place(), own);
        return providers.stream().map(ImportedProvider::name).toList();
    }
}
