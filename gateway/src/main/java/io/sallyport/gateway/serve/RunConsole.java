package io.sallyport.gateway.serve;

import io.sallyport.admin.AdminServer;
import io.sallyport.admin.AdminSettings;
import io.sallyport.admin.AdminTokens;
import io.sallyport.admin.Pages;
import io.sallyport.admin.Role;
import io.sallyport.admin.health.Readiness;
import io.sallyport.admin.health.ReadinessCheck;
import io.sallyport.admin.proxy.ProxyUrls;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.configuration.Config;
import io.sallyport.control.store.Secrets;
import io.sallyport.gateway.metrics.GatewayMetrics;
import io.sallyport.model.Sha256;
import io.sallyport.transport.ListeningSockets;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * The console of a gateway without state, on a port of loopback that is free, with a token that is in no file. Closed
 * before its gateway. Safe for concurrent use.
 */
public final class RunConsole implements AutoCloseable {
    private final AdminServer admin;
    private final GatewayMetrics metrics;
    private final String token;

    private RunConsole(AdminServer admin, GatewayMetrics metrics, String token) {
        this.admin = admin;
        this.metrics = metrics;
        this.token = token;
    }

    /**
     * Starts listening.
     *
     * @param audit the log that the gateway writes to
     * @param config that it was started with
     */
    public static RunConsole open(Gateway gateway, JsonLinesLog audit, Config config) throws StartException {
        String token = Secrets.token();
        GatewayMetrics metrics = gateway.metrics(audit::counters, null, audit.rules(), () -> null);
        var anyPort = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
        try {
            AdminServer admin = AdminListener.start(
                    AdminSettings.of(anyPort, ProxyUrls.of(gateway.proxyUrl())),
                    config.settings(),
                    gateway,
                    audit,
                    null,
                    AdminTokens.of(List.of(new AdminTokens.Token("run", Role.OPERATOR, Sha256.hexOf(token)))),
                    metrics,
                    Readiness.of(
                            List.of(() -> ReadinessCheck.ok("policy"), () -> Service.auditCheck(audit.counters()))),
                    null,
                    new ListeningSockets());
            return new RunConsole(admin, metrics, token);
        } catch (StartException e) {
            metrics.close();
            throw e;
        }
    }

    /** Returns the address of the first page. */
    public String url() {
        return Service.url(admin.address()) + Pages.PATH + "/";
    }

    /** Returns the operator's token. */
    public String token() {
        return token;
    }

    @Override
    public void close() {
        admin.close();
        metrics.close();
    }
}
