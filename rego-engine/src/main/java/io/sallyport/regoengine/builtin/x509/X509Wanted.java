package io.sallyport.regoengine.builtin.x509;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.collection.Sets;
import io.sallyport.regoengine.builtin.net.GoIpAddress;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a certificate chain must be valid for.
 *
 * @param host the name that the leaf must have; empty for any
 * @param now the time at which it must be valid
 * @param usages identifiers of usages, one of which all certificates must permit
 */
record X509Wanted(String host, Instant now, List<String> usages) {
    private static final String SERVER = "1.3.6.1.5.5.7.3.1";
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    /** Returns the requirements for use as a server, now. */
    static X509Wanted ofServer(BuiltinContext context) {
        return new X509Wanted("", instant(context.epochNanos()), List.of(SERVER));
    }

    static X509Wanted of(BuiltinContext context, RegoObject options) {
        String host = "";
        @Nullable Instant now = null;
        List<String> usages = List.of();
        for (int i = 0; i < options.size(); i++) {
            RegoValue value = options.valueAt(i);
            switch (options.keyAt(i) instanceof RegoString key ? key.text() : "") {
                case "DNSName" -> host = text(value);
                case "CurrentTime" -> now = instant(whole("CurrentTime", value));
                case "MaxConstraintComparisons" -> whole("MaxConstraintComparisons", value);
                case "KeyUsages" -> usages = usages(value);
                default -> throw new BuiltinError("invalid key option");
            }
        }
        return new X509Wanted(
                host, now == null ? instant(context.epochNanos()) : now, usages.isEmpty() ? List.of(SERVER) : usages);
    }

    private static Instant instant(long nanos) {
        return Instant.ofEpochSecond(0, nanos);
    }

    private static String text(RegoValue value) {
        if (value instanceof RegoString string) {
            return string.text();
        }
        throw new BuiltinError("'DNSName' should be a string");
    }

    private static long whole(String name, RegoValue value) {
        if (value instanceof RegoNumber number && number.isLong()) {
            return number.longValue();
        }
        throw new BuiltinError("'" + name + "' should be a number");
    }

    private static List<String> usages(RegoValue value) {
        List<String> usages = new ArrayList<>();
        RegoArray names = Sets.elements(value, 2);
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i) instanceof RegoString name) {
                String usage = X509Algorithms.usageNamed(name.text());
                if (usage == null) {
                    throw new BuiltinError("invalid entries for 'KeyUsages' found: [" + name.text() + "]");
                }
                usages.add(usage);
            }
        }
        return usages;
    }

    /**
     * Returns whether {@code leaf} is valid for the host (RFC 6125, with Go's rule: a star is the whole first label).
     */
    boolean isHost(X509Certificate leaf) throws CertificateParsingException {
        if (host.isEmpty()) {
            return true;
        }
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        GoIpAddress address = GoIpAddress.parse(bare);
        for (List<?> name : names(leaf)) {
            boolean same = address == null
                    ? name.getFirst().equals(DNS_NAME) && matches((String) name.get(1), host)
                    : name.getFirst().equals(IP_ADDRESS) && address.equals(GoIpAddress.parse((String) name.get(1)));
            if (same) {
                return true;
            }
        }
        return false;
    }

    private static Collection<List<?>> names(X509Certificate leaf) throws CertificateParsingException {
        Collection<List<?>> names = leaf.getSubjectAlternativeNames();
        return names == null ? List.of() : names;
    }

    private static boolean matches(String pattern, String host) {
        String plain = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        String[] wanted = pattern.toLowerCase(Locale.ROOT).split("\\.", -1);
        String[] labels = plain.toLowerCase(Locale.ROOT).split("\\.", -1);
        if (plain.isEmpty() || wanted.length != labels.length) {
            return false;
        }
        for (int i = 0; i < labels.length; i++) {
            boolean star = i == 0 && wanted[i].equals("*") && labels.length > 1;
            if (labels[i].isEmpty() || (!star && !wanted[i].equals(labels[i]))) {
                return false;
            }
        }
        return true;
    }
}
