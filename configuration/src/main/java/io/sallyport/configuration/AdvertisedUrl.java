package io.sallyport.configuration;

import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** Validates a URL that is given to sandboxes, where it must lead to this machine too. */
public final class AdvertisedUrl {
    /** The expected form, for messages. */
    public static final String EXPECTED = "a URL that sandboxes reach";

    private AdvertisedUrl() {}

    /**
     * Returns {@code text}, or null if it is not an http or https URL, or its host is an unspecified address such as
     * 0.0.0.0.
     */
    public static @Nullable String reachable(String text) {
        return switch (CanonicalUrl.parse(text, Dialect.WIRE)) {
            case Canonicalized.Accepted(var url) -> isEveryAddress(url.host().address()) ? null : text;
            case Canonicalized.Rejected(var _, var _, int _) -> null;
        };
    }

    /** Returns {@code text} as a host in a URL, or null if it is none that sandboxes could reach. */
    public static @Nullable String reachableHost(String text) {
        return switch (CanonicalHost.parse(CanonicalHost.authority(text))) {
            case Parsed.Accepted(CanonicalHost host) -> isEveryAddress(host.address()) ? null : host.authority();
            case Parsed.Rejected(var _, int _) -> null;
        };
    }

    private static boolean isEveryAddress(byte @Nullable [] address) {
        try {
            return address != null && InetAddress.getByAddress(address).isAnyLocalAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }
}
