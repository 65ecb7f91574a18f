package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.documents.Shape;
import io.sallyport.leasebridge.network.EndpointCheck;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the configuration of iron-proxy. A request has a secret there if the allowlist and a rule of the secret cover
 * it: the allowlist becomes the rules of the network policy, beside which the credentials stand, and the rules of a
 * secret what its provider is bound to. Without an allowlist the rules of the secrets are the policy.
 */
final class IronProxyConfig implements CredentialReader {
    /** Transforms and sections that only add credentials, or listeners: without them nothing more passes. */
    private static final Set<String> ADDING =
            Set.of("gcp_auth", "gcp_id_token", "oauth_token", "hmac_sign", "mcp_gateway", "postgres");

    private static final Set<String> HARMLESS = Set.of("annotate");

    private final ImportedItems items;
    private final ImportedParts parts;
    private final Map<ImportedProvider, IronProxyRules> providers = new LinkedHashMap<>();
    private final List<Members> allowed = new ArrayList<>();
    private boolean hasAllowlist;

    IronProxyConfig(ImportedItems items, ImportedParts parts) {
        this.items = items;
        this.parts = parts;
    }

    @Override
    public void read(Members document) {
        Findings findings = items.document();
        IronProxyShape.DOCUMENT.check(document, Shape.ROOT, findings);
        for (String section : List.of("mcp", "mcp_gateway", "postgres")) {
            Member member = document.members().get(section);
            if (member != null) {
                refuse(member.keyPlace(), section);
            }
        }
        for (DocumentNode transform : Fields.items(document.members(), "transforms")) {
            transform(transform);
        }
        if (!findings.hasErrors()) {
            addRules(document.place(), findings);
        }
    }

    private void transform(DocumentNode transform) {
        Map<String, Member> fields = Fields.members(transform);
        Scalar name = Fields.scalar(fields, "name");
        Member config = fields.get("config");
        String word = name == null ? "" : name.text();
        if (word.equals("allowlist") && config != null) {
            allowlist(config);
        } else if (word.equals("secrets") && config != null) {
            secrets(config.value());
        } else if (word.equals("aws_auth") && config != null) {
            signing(config.value());
        } else if (HARMLESS.contains(word)) {
            String message = "transform " + word + ": it is left out";
            items.document().warning(transform.place(), DiagnosticCode.NO_EFFECT, message, null);
        } else {
            refuse(transform.place(), word);
        }
    }

    /** What may refuse requests is never left out. */
    private void refuse(Place place, String word) {
        items.settled(
                items.<String>read(own -> {
                    String message = Findings.quote(word) + " is not imported yet";
                    own.error(place, DiagnosticCode.NOT_THERE_YET, message, null);
                    return word;
                }),
                ADDING.contains(word));
    }

    private void allowlist(Member config) {
        if (hasAllowlist) {
            String message = "a second allowlist, which must allow a request too, has no equivalent";
            items.document().error(config.keyPlace(), DiagnosticCode.NOT_EXACT, message, null);
        }
        hasAllowlist = true;
        allowed.addAll(new IronProxyAllowlist(items).read(config.value()));
    }

    private void secrets(DocumentNode config) {
        Findings findings = items.document();
        IronProxyShape.SECRETS.check(config, "secrets", findings);
        for (DocumentNode node : Fields.items(Fields.members(config), "secrets")) {
            items.item(own -> {
                IronProxySecret secret = IronProxySecret.read(node, own);
                if (secret != null) {
                    secret.providers(parts, own).forEach(provider -> providers.put(provider, secret.rules()));
                }
                return secret;
            });
        }
    }

    private void signing(DocumentNode config) {
        items.item(own -> {
            IronProxySigning signing = IronProxySigning.read(config, own);
            if (signing != null) {
                signing.providers(parts, own).forEach(provider -> providers.put(provider, signing.rules()));
            }
            return signing;
        });
    }

    private void addRules(Place place, Findings findings) {
        Map<List<String>, List<DocumentNode>> byCredentials = new LinkedHashMap<>();
        if (hasAllowlist) {
            allowed.forEach(endpoint -> byCredentials
                    .computeIfAbsent(credentials(endpoint), _ -> new ArrayList<>())
                    .add(endpoint));
        } else {
            providers.forEach((provider, rules) -> byCredentials
                    .computeIfAbsent(List.of(provider.name()), _ -> new ArrayList<>())
                    .addAll(rules.granted(provider.methods(), findings)));
        }
        byCredentials.forEach((credentials, endpoints) -> {
            endpoints.forEach(endpoint -> EndpointCheck.check("allowlist", endpoint, findings));
            String name = credentials.size() == 1 ? credentials.getFirst() : "allowlist";
            parts.add(new ImportedRule(parts.freeRule(name), endpoints, List.of(), credentials), place, findings);
        });
    }

    private List<String> credentials(Members endpoint) {
        Scalar host = Fields.scalar(endpoint.members(), "host");
        return host == null
                ? List.of()
                : providers.entrySet().stream()
                        .filter(entry -> entry.getValue().hosts().stream()
                                .anyMatch(bound -> IronProxyGlobs.mayOverlap(host.text(), bound)))
                        .map(entry -> entry.getKey().name())
                        .toList();
    }
}
