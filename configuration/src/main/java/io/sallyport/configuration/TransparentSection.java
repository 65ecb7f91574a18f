package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.configuration.key.Values;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.listener.ListenerProtocol;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The section {@code proxy.transparent}: where a router leads the connections of clients that know of no proxy. */
final class TransparentSection {
    private static final Keys TRANSPARENT = new Keys("proxy.transparent");
    private static final Key<InetSocketAddress> LISTEN = TRANSPARENT.list(
            "listen",
            Forms.ADDRESS,
            "none",
            "Where connections arrive that a router captured ([guide](transparent.md#behind-a-router)). Whose they are"
                    + " says `proxy.sources`.");
    private static final Key<InetSocketAddress> OWN = TRANSPARENT.map(
            "own", Forms.ADDRESS, "none", "The same for one sandbox alone, such as for its interface, by its id.");
    private static final Key<ListenerProtocol> CAPTURE = TRANSPARENT.value(
            "capture",
            Form.words(Forms.two("redirect", ListenerProtocol.REDIRECTED, "tproxy", ListenerProtocol.TPROXY)),
            ListenerProtocol.REDIRECTED,
            "How the router's rules lead them there. `tproxy` needs `CAP_NET_ADMIN` or `CAP_NET_RAW`.");
    private static final Key<InetSocketAddress> DNS = TRANSPARENT.list(
            "dns", Forms.ADDRESS, "none", "Where the DNS of these sandboxes answers, by UDP and by TCP.");
    private static final Key<InetSocketAddress> DNS_OWN =
            TRANSPARENT.map("dns_own", Forms.ADDRESS, "none", "The same for one sandbox alone, by its id.");

    private TransparentSection() {}

    static List<Keys> keys() {
        return List.of(TRANSPARENT);
    }

    /** @param hasSources whether an address can say which sandbox it is, which shared listeners go by */
    static Config.@Nullable Transparent read(Section section, boolean hasSources) throws ConfigException {
        List<InetSocketAddress> listen = section.list(LISTEN);
        Map<SandboxId, InetSocketAddress> own = Values.bySandbox(section, OWN);
        ListenerProtocol capture = section.read(CAPTURE);
        List<InetSocketAddress> dns = section.list(DNS);
        Map<SandboxId, InetSocketAddress> dnsOwn = Values.bySandbox(section, DNS_OWN);
        boolean isEmpty = section.keys().isEmpty();
        section.end();
        if (isEmpty) {
            return null;
        }
        if (listen.isEmpty() && own.isEmpty()) {
            throw section.place("listen").error("proxy.transparent: listen or own is needed");
        }
        if (!hasSources && !(listen.isEmpty() && dns.isEmpty())) {
            throw section.place(listen.isEmpty() ? "dns" : "listen")
                    .error("proxy.transparent: listen and dns need proxy.sources, or nobody is known there");
        }
        return new Config.Transparent(capture, listen, own, dns, dnsOwn);
    }
}
