package io.sallyport.egress;

import io.sallyport.egress.dns.NameResolver;
import io.sallyport.egress.share.SlotQueue;
import io.sallyport.egress.tls.TargetTls;
import io.sallyport.egress.transport.Transport;
import java.util.function.LongSupplier;

/** What every attempt of one dialer shares. */
record Means(
        EgressPolicy policy,
        DialLimits limits,
        NameResolver resolver,
        SlotQueue slots,
        Transport transport,
        TargetTls tls,
        LongSupplier nanoClock,
        NamedEndpoints endpoints) {}
