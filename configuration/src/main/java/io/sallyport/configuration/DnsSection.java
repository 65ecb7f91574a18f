package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.configuration.key.Values;
import io.sallyport.proxy.dns.DnsSettings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The section {@code proxy.dns}: bounds of the DNS that fenced sandboxes ask. */
final class DnsSection {
    private static final int MOST = 1_000_000;
    private static final DnsSettings USUAL = DnsSettings.DEFAULT;
    private static final Form<Integer> COUNT = Form.number(1, MOST);

    private static final Keys DNS = new Keys("proxy.dns");
    private static final Key<Integer> MAX_NAMES = DNS.value(
            "max_names",
            Form.number(1, DnsSettings.MOST_NAMES),
            USUAL.maxNames(),
            "Names for which one sandbox has [addresses](transparent.md#names) at once; one more has none.");
    private static final Key<Duration> TTL = DNS.value(
            "ttl",
            Form.duration("a duration from 1s to 1h, such as 30s", DnsSection::ttl),
            USUAL.ttl(),
            "How long an answer may be kept, in whole seconds; an unused name has its address at least as long.");
    private static final Key<Integer> QUERIES_PER_SECOND = DNS.value(
            "queries_per_second", COUNT, USUAL.queriesPerSecond(), "Queries of one sandbox; one more is refused.");
    private static final Key<Integer> MAX_CONNECTIONS = DNS.value(
            "max_connections",
            COUNT,
            USUAL.maxConnections(),
            "Connections by TCP on one listener; one more is closed as it comes.");
    private static final Key<Duration> IDLE_TIMEOUT = DNS.value(
            "idle_timeout", Form.DURATION, USUAL.idleTimeout(), "How long such a connection may ask nothing.");

    private DnsSection() {}

    static List<Keys> keys() {
        return List.of(DNS);
    }

    static DnsSettings read(Section section) throws ConfigException {
        var settings = new DnsSettings(
                section.read(MAX_NAMES),
                section.read(TTL),
                section.read(QUERIES_PER_SECOND),
                section.read(MAX_CONNECTIONS),
                section.read(IDLE_TIMEOUT));
        section.end();
        return settings;
    }

    private static @Nullable Duration ttl(String text) {
        Duration ttl = Values.duration(text);
        boolean fits = ttl != null && ttl.toSeconds() >= 1 && ttl.compareTo(DnsSettings.LONGEST_TTL) <= 0;
        return fits ? ttl : null;
    }
}
