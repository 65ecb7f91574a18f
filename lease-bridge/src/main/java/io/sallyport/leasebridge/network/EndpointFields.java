package io.sallyport.leasebridge.network;

import io.sallyport.leasebridge.Findings;
import io.sallyport.leasebridge.yaml.Fields;
import io.sallyport.leasebridge.yaml.YamlNode;
import java.util.Map;

/** The fields of one endpoint, and what is found in them. Confined to one reading. */
record EndpointFields(Map<String, YamlNode.Member> members, Findings findings) {
    static EndpointFields of(YamlNode endpoint, Findings findings) {
        return new EndpointFields(Fields.members(endpoint), findings);
    }

    /** Empty where it is not there. */
    String text(String field) {
        YamlNode.Scalar scalar = Fields.scalar(members, field);
        return scalar == null ? "" : scalar.text();
    }

    void error(YamlNode.Scalar at, String code, String message) {
        findings.error(at.place(), code, message + ": " + Findings.quote(at.text()), null);
    }

    void warn(YamlNode.Scalar at, String code, String message) {
        findings.warning(at.place(), code, message + ": " + Findings.quote(at.text()), null);
    }
}
