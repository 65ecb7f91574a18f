package io.sallyport.gateway.metrics;

import io.sallyport.model.ReasonCode;
import java.util.Locale;
import java.util.Set;

/** Classes of faults of targets, as a label. */
enum UpstreamFault {
    DNS,
    CONNECT,
    TIMEOUT,
    TLS,
    MALFORMED,
    CLOSED,
    REFUSED,
    PROXY;

    Set<ReasonCode> reasons() {
        return switch (this) {
            case DNS -> Set.of(ReasonCode.DNS_FAILED);
            case CONNECT -> Set.of(ReasonCode.CONNECT_FAILED);
            case TIMEOUT -> Set.of(ReasonCode.CONNECT_TIMEOUT);
            case TLS -> Set.of(ReasonCode.UPSTREAM_TLS_REFUSED);
            case MALFORMED -> Set.of(ReasonCode.UPSTREAM_MALFORMED);
            case CLOSED -> Set.of(ReasonCode.UPSTREAM_CLOSED);
            case REFUSED -> Set.of(ReasonCode.UPSTREAM_REFUSED);
            case PROXY -> Set.of(ReasonCode.UPSTREAM_PROXY_REFUSED, ReasonCode.UPSTREAM_PROXY_FAILED);
        };
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
