package io.sallyport.leasebridge.harness;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import java.math.BigDecimal;

/**
 * Finds settings of {@code security} in a base that are weaker than the defaults: the harness must say {@code
 * security.inherit: true} to inherit them. Confined to one reading.
 */
record InheritedSecurity(HarnessFindings documents) {
    private static final BigDecimal THRESHOLD = new BigDecimal("0.92");

    static void check(Mapping harness, HarnessFindings documents) {
        Mapping security = harness.mapping("security");
        Text inherit = security.text("inherit");
        if (inherit == null || inherit.origin().depth() > 0 || !security.isTrue("inherit")) {
            new InheritedSecurity(documents).check("security", security);
        }
    }

    private void check(String path, Mapping security) {
        security.members().forEach((key, value) -> {
            String at = path + "." + key;
            switch (value) {
                case Mapping inner -> check(at, inner);
                case Text text
                when text.origin().depth() > 0 && isLooser(at, text) ->
                    documents.error(
                            text,
                            DiagnosticCode.LOOSENED,
                            at + ": looser than the default; the harness does not say security.inherit");
                case Text _, Sourced.Listing _ -> {}
            }
        });
    }

    private static boolean isLooser(String at, Text value) {
        return switch (at) {
            case "security.inherit", "security.sandbox_hooks.tool_allowlist_pretool.enabled" -> false;
            case "security.fail_mode" -> value.text().equals("open");
            case "security.escalation.on_critical" -> value.text().equals("review");
            case "security.host_scanners.llm_guard.match_type" -> value.text().equals("full");
            case "security.host_scanners.llm_guard.threshold" -> isAbove(value.text());
            case "security.sandbox_hooks.tirith.fail_on" -> value.text().equals("critical");
            default -> Boolean.FALSE.equals(value.scalar().truth());
        };
    }

    private static boolean isAbove(String threshold) {
        try {
            return new BigDecimal(threshold).compareTo(THRESHOLD) > 0;
        } catch (NumberFormatException _) {
            return true; // its syntax is checked elsewhere
        }
    }
}
