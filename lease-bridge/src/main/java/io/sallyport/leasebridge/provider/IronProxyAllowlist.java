package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads iron-proxy's transform {@code allowlist} as endpoints of a network policy. */
record IronProxyAllowlist(ImportedItems items) {
    /** Returns the endpoints; those without an equivalent are left out, or refuse the document. */
    List<Members> read(DocumentNode config) {
        Findings findings = items.document();
        IronProxyShape.ALLOWLIST.check(config, "allowlist", findings);
        Map<String, Member> fields = Fields.members(config);
        if (Fields.isTrue(fields, "warn")) {
            String message = "allowlist.warn: what it does not list is refused here";
            findings.warning(config.place(), DiagnosticCode.NO_EFFECT, message, null);
        }
        List<Members> endpoints = new ArrayList<>();
        for (Scalar domain : Fields.texts(fields, "domains")) {
            add(items.item(own -> IronProxyRule.ofDomain(domain).granted(own)), endpoints);
        }
        for (Scalar block : Fields.texts(fields, "cidrs")) {
            items.item(own -> {
                String message = "allowlist.cidrs: a grant by the address of a name is not there yet";
                own.error(block.place(), DiagnosticCode.NOT_THERE_YET, message, "name the hosts");
                return block;
            });
        }
        for (DocumentNode node : Fields.items(fields, "rules")) {
            add(
                    items.item(own -> {
                        IronProxyRule rule = IronProxyRule.read(node, own);
                        return rule == null ? null : rule.granted(own);
                    }),
                    endpoints);
        }
        return endpoints;
    }

    private static void add(@Nullable List<Members> read, List<Members> endpoints) {
        if (read != null) {
            endpoints.addAll(read);
        }
    }
}
