package io.sallyport.egress;

import io.sallyport.egress.dns.NameResolver;
import io.sallyport.egress.share.SlotQueue;
import io.sallyport.egress.tls.TargetTls;
import io.sallyport.egress.upstream.UpstreamProxy;
import io.sallyport.model.host.GatewayNames;
import io.sallyport.transport.Transport;
import java.net.InetSocketAddress;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The resources that all dial attempts of one dialer share. */
record DialResources(
        EgressPolicy policy,
        DialLimits limits,
        NameResolver resolver,
        SlotQueue slots,
        Transport transport,
        TargetTls tls,
        LongSupplier nanoClock,
        NamedEndpoints endpoints,
        @Nullable UpstreamProxy proxy,
        DialMeter meter) {
    /** Returns the endpoint of one of the gateway's own names, or null if there is none. */
    @Nullable
    InetSocketAddress endpoint(Target target) {
        return target.wire() == TargetProtocol.PLAIN
                        && GatewayNames.isOwn(target.host().text())
                ? endpoints.find(target.sandbox(), target.host(), target.port())
                : null;
    }
}
