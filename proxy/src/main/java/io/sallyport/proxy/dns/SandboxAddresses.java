package io.sallyport.proxy.dns;

import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.text.Parsed;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The addresses that sandboxes were given for names; each has its own. Safe for concurrent use. */
public final class SandboxAddresses {
    private final Map<SandboxId, Names> bySandbox = new ConcurrentHashMap<>();
    private final DnsSettings settings;
    private final LongSupplier nanoClock;

    /** @param nanoClock elapsed time */
    public SandboxAddresses(DnsSettings settings, LongSupplier nanoClock) {
        this.settings = settings;
        this.nanoClock = nanoClock;
    }

    /** What one sandbox was given, and how much it asks. */
    private record Names(GivenAddresses given, QueryRate rate) {}

    private Names of(SandboxId sandbox) {
        return bySandbox.computeIfAbsent(
                sandbox,
                _ -> new Names(
                        new GivenAddresses(settings, nanoClock),
                        new QueryRate(settings.queriesPerSecond(), nanoClock)));
    }

    /** Returns whether one more query of {@code sandbox} may be answered; counts it if so. */
    boolean mayAsk(SandboxId sandbox) {
        return of(sandbox).rate().take();
    }

    /** Returns the address of {@code name} for {@code sandbox}; null if the sandbox has too many names in use. */
    @Nullable
    IpAddress give(SandboxId sandbox, CanonicalHost name) {
        return of(sandbox).given().give(name);
    }

    /**
     * Returns what a program asks for that connects to {@code address}: the name for which {@code sandbox} was given
     * it, else the bare address.
     *
     * @param sandbox null if the connection names none
     */
    public CanonicalAuthority asked(@Nullable SandboxId sandbox, InetSocketAddress address) {
        IpAddress ip = IpAddress.of(address.getAddress());
        Names known = sandbox == null ? null : bySandbox.get(sandbox);
        CanonicalHost name = known == null ? null : known.given().name(ip);
        return new CanonicalAuthority(name == null ? literal(ip) : name, address.getPort());
    }

    private static CanonicalHost literal(IpAddress ip) {
        String text = ip.bits() == IpAddress.V4 ? ip.toString() : "[" + ip + "]";
        return switch (CanonicalHost.parse(text)) {
            case Parsed.Accepted(CanonicalHost host) -> host;
            case Parsed.Rejected(String why, int _) -> throw new IllegalStateException(text + ": " + why);
        };
    }

    /** Forgets a sandbox that has ended. */
    public void forget(SandboxId sandbox) {
        bySandbox.remove(sandbox);
    }
}
