package io.sallyport.configuration;

import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.host.Dialect;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** A URL that is told to sandboxes: it has to mean this machine there too. */
public final class AdvertisedUrl {
    /** What is expected of one, for messages. */
    public static final String EXPECTED = "a URL that sandboxes reach";

    private AdvertisedUrl() {}

    /** {@code text}, or null where it is no http or https URL, or its host is an address that means every address. */
    public static @Nullable String reachable(String text) {
        return switch (CanonicalUrl.parse(text, Dialect.WIRE)) {
            case CanonicalUrl.Accepted(var url) -> isEveryAddress(url.host().address()) ? null : text;
            case CanonicalUrl.Rejected _ -> null;
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
