package io.sallyport.egress;

import io.sallyport.egress.dns.NameResolver;
import io.sallyport.egress.share.Slots;
import io.sallyport.egress.tls.TargetTls;
import io.sallyport.egress.transport.Transport;
import java.util.function.LongSupplier;

/** What every attempt of one dialer shares. */
record Means(
        EgressPolicy policy,
        DialLimits limits,
        NameResolver resolver,
        Slots slots,
        Transport transport,
        TargetTls tls,
        LongSupplier nanoClock,
        NamedEndpoints endpoints) {}
