package io.sallyport.proxy.listener;

import io.sallyport.model.ReasonCode;

/**
 * Reads a field section that a target answers with, as strictly as a head of HTTP/1.1 (RFC 9113 section 8.3.2): one
 * status before everything else, and fields whose values cannot become lines of their own.
 */
public final class StreamResponse {
    private StreamResponse() {}

    /** The head, final or interim. */
    public static HeadResult<ResponseHead> read(FieldSection section, HeadLimits limits) {
        int status = section.pseudoFields() == 1 && section.name(0).equals(":status") ? status(section.value(0)) : -1;
        if (status < 0) {
            return malformed("there is not exactly one status of three digits");
        }
        if (section.size() - 1 > limits.maxFields()) {
            return malformed("more than " + limits.maxFields() + " header fields");
        }
        HeaderFields fields = new HeaderFields();
        for (int i = 1; i < section.size(); i++) {
            String fault = FieldRules.fault(section.name(i), section.value(i));
            if (fault != null) {
                return malformed(fault);
            }
            fields.add(section.name(i), section.value(i));
        }
        return new HeadResult.Complete<>(new ResponseHead(status, 1, fields));
    }

    private static int status(String text) {
        if (text.length() != 3) {
            return -1;
        }
        int status = 0;
        for (int i = 0; i < 3; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            status = status * 10 + digit;
        }
        return status >= 100 && status <= 599 && status != 101 ? status : -1;
    }

    private static HeadResult<ResponseHead> malformed(String why) {
        return new HeadResult.Malformed<>(ReasonCode.UPSTREAM_MALFORMED, why);
    }
}
