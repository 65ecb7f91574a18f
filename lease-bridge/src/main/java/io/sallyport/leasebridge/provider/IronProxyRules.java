package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules of a credential of iron-proxy, by the methods that they name: a provider binds all of its endpoints to one
 * set of methods.
 */
record IronProxyRules(Map<List<String>, List<IronProxyRule>> byMethods) {
    /** Reads the member {@code rules}; of no use after reporting an error. */
    static IronProxyRules read(Place place, Map<String, Member> fields, Findings findings) {
        Map<List<String>, List<IronProxyRule>> rules = new LinkedHashMap<>();
        for (DocumentNode node : Fields.items(fields, "rules")) {
            IronProxyRule rule = IronProxyRule.read(node, findings);
            if (rule != null) {
                rule.bound(findings);
                rules.computeIfAbsent(rule.methods(), _ -> new ArrayList<>()).add(rule);
            }
        }
        if (rules.isEmpty() && !findings.hasErrors()) {
            findings.error(place, DiagnosticCode.MISSING_KEY, "there is no rule", null);
        }
        return new IronProxyRules(rules);
    }

    /** Returns the hosts that it is bound to. */
    List<String> hosts() {
        return byMethods.values().stream()
                .flatMap(List::stream)
                .map(IronProxyRule::host)
                .toList();
    }

    /** Returns the endpoints that the provider of these methods is bound to. */
    List<String> bound(List<String> methods, Findings findings) {
        return byMethods.getOrDefault(methods, List.of()).stream()
                .flatMap(rule -> rule.bound(findings).stream())
                .distinct()
                .toList();
    }

    /** Returns the endpoints of a network policy that grant it. */
    List<Members> granted(List<String> methods, Findings findings) {
        return byMethods.getOrDefault(methods, List.of()).stream()
                .flatMap(rule -> rule.granted(findings).stream())
                .toList();
    }
}
