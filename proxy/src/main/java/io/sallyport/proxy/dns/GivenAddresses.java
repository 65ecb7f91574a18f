package io.sallyport.proxy.dns;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.IpAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that one sandbox was given for names: out of 198.18.0.0/15 (RFC 2544), which leads nowhere, one for
 * each name. A name that nobody used for a TTL may lose its address to a new one, which gets another address: the old
 * one means nothing until all others were given out in turn. So an address never leads to another name than the client
 * asked for. Safe for concurrent use.
 */
final class GivenAddresses {
    private static final long FIRST = 0xC612_0000L;
    private static final int COUNT = 1 << 17;

    private final DnsSettings settings;
    private final LongSupplier nanoClock;
    /** The name used least lately first. Both are guarded by this. */
    private final Map<CanonicalHost, Given> byName = new LinkedHashMap<>(16, 0.75f, true);

    private final Map<IpAddress, Given> byAddress = new HashMap<>();
    private int last;

    GivenAddresses(DnsSettings settings, LongSupplier nanoClock) {
        this.settings = settings;
        this.nanoClock = nanoClock;
    }

    /** Returns the address of {@code name}, which is given one if it has none; null if all names are in use. */
    synchronized @Nullable IpAddress give(CanonicalHost name) {
        Given known = byName.get(name);
        if (known == null && !hasRoom()) {
            return null;
        }
        Given given = known == null ? new Given(name, free()) : known;
        given.usedNanos = nanoClock.getAsLong();
        byName.put(name, given);
        byAddress.put(given.address, given);
        return given.address;
    }

    /** Returns the name to which {@code address} was given, which is used by that; null if it means no name. */
    synchronized @Nullable CanonicalHost name(IpAddress address) {
        Given given = byAddress.get(address);
        if (given == null) {
            return null;
        }
        given.usedNanos = nanoClock.getAsLong();
        var _ = byName.get(given.name); // moves it to the end
        return given.name;
    }

    private boolean hasRoom() {
        if (byName.size() < settings.maxNames()) {
            return true;
        }
        Given oldest = byName.values().iterator().next();
        if (nanoClock.getAsLong() - oldest.usedNanos <= settings.ttl().toNanos()) {
            return false;
        }
        byName.remove(oldest.name);
        byAddress.remove(oldest.address);
        return true;
    }

    /** The network's first and last address stay unused: some clients take them for no host's. */
    private IpAddress free() {
        IpAddress next;
        do {
            last = last % (COUNT - 2) + 1;
            next = IpAddress.v4(FIRST + last);
        } while (byAddress.containsKey(next));
        return next;
    }

    private static final class Given {
        private final CanonicalHost name;
        private final IpAddress address;
        private long usedNanos;

        private Given(CanonicalHost name, IpAddress address) {
            this.name = name;
            this.address = address;
        }
    }
}
