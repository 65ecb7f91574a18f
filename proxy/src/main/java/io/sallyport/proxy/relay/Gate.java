package io.sallyport.proxy.relay;

import io.sallyport.audit.AuditLog;
import io.sallyport.egress.Dialer;
import io.sallyport.proxy.enforce.RequestPath;
import io.sallyport.proxy.listener.ProxyLimits;
import java.util.function.LongSupplier;

/** What all workers share. Safe for concurrent use. */
public record Gate(RequestPath path, Dialer dialer, AuditLog audit, ProxyLimits limits, LongSupplier nanoClock) {}
