package io.sallyport.gateway.serve;

import io.sallyport.admin.AdminParts;
import io.sallyport.admin.AdminServer;
import io.sallyport.admin.AdminSettings;
import io.sallyport.admin.AdminTokens;
import io.sallyport.admin.health.ConfiguredValue;
import io.sallyport.admin.health.Metrics;
import io.sallyport.admin.health.Readiness;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.auditstore.AuditStore;
import io.sallyport.configuration.key.Setting;
import io.sallyport.console.ConsoleEndpoint;
import io.sallyport.console.session.LoginProvider;
import io.sallyport.transport.ListeningSockets;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts the control API of a gateway, with the console beside it. No state. */
final class AdminListener {
    private AdminListener() {}

    /**
     * Starts listening; the caller closes it, before the gateway.
     *
     * @param configured the settings in force
     * @param store answers questions about many records, or null for none
     * @param people where people log in to the console without a token, or null for nowhere
     * @throws StartException if it cannot listen on the address
     */
    static AdminServer start(
            AdminSettings settings,
            List<Setting> configured,
            Gateway gateway,
            JsonLinesLog audit,
            @Nullable AuditStore store,
            AdminTokens tokens,
            Metrics metrics,
            Readiness readiness,
            @Nullable LoginProvider people,
            ListeningSockets sockets)
            throws StartException {
        try {
            AdminServer admin = AdminServer.start(
                    settings,
                    new AdminParts(
                            gateway.control(),
                            gateway.past(),
                            gateway.leases(),
                            gateway.skills(),
                            gateway.workspaces(),
                            gateway.approvals(),
                            gateway.trials(),
                            gateway.replays(),
                            gateway.candidates(),
                            tokens,
                            gateway.records(),
                            audit,
                            store,
                            metrics,
                            readiness,
                            InstantSource.system(),
                            System::nanoTime,
                            gateway.sandboxes(),
                            gateway.desk(),
                            gateway.asks(),
                            gateway::tunnels,
                            gateway.providers(),
                            gateway.logins(),
                            configured.stream()
                                    .map(each -> new ConfiguredValue(each.key(), each.value(), each.place()))
                                    .toList(),
                            ConsoleEndpoint.pages(System::nanoTime, people)),
                    sockets);
            gateway.own(admin.address());
            return admin;
        } catch (IOException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }
}
