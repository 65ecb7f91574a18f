package io.sallyport.gateway.metrics;

import io.sallyport.model.ReasonCode;
import java.util.Locale;
import java.util.Set;

/** Classes of faults of targets, as a label. */
enum UpstreamFault {
    DNS(ReasonCode.DNS_FAILED),
    CONNECT(ReasonCode.CONNECT_FAILED),
    TIMEOUT(ReasonCode.CONNECT_TIMEOUT),
    TLS(ReasonCode.UPSTREAM_TLS_REFUSED),
    MALFORMED(ReasonCode.UPSTREAM_MALFORMED),
    CLOSED(ReasonCode.UPSTREAM_CLOSED),
    REFUSED(ReasonCode.UPSTREAM_REFUSED),
    PROXY(ReasonCode.UPSTREAM_PROXY_REFUSED, ReasonCode.UPSTREAM_PROXY_FAILED);

    private final Set<ReasonCode> reasons;

    UpstreamFault(ReasonCode... reasons) {
        this.reasons = Set.of(reasons);
    }

    Set<ReasonCode> reasons() {
        return reasons;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
