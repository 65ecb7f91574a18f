package io.sallyport.leasebridge.accesslist;

import io.sallyport.model.host.IpAddress;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Hosts about which no pattern of a list makes a difference: one host, or all names below one except those that the
 * list names, and what is below these.
 *
 * @param name canonical; empty for the names below none that is named
 * @param below whether it is the names below
 * @param address of a host that is one; null for names
 */
record HostCell(String name, boolean below, @Nullable IpAddress address) {
    private static final String ROOT = "";

    /** Names before those below them, and one host before the names below it. */
    static final Comparator<HostCell> ORDER = Comparator.comparingInt(HostCell::depth)
            .thenComparing(HostCell::name)
            .thenComparing(HostCell::below);

    static HostCell of(String name) {
        return new HostCell(name, false, null);
    }

    static HostCell of(IpAddress address) {
        return new HostCell(address.toString(), false, address);
    }

    static HostCell below(String name) {
        return new HostCell(name, true, null);
    }

    /** Returns the names that are neither named nor below one that is. */
    static HostCell others() {
        return below(ROOT);
    }

    boolean isOthers() {
        return below && name.equals(ROOT);
    }

    private int depth() {
        return isOthers() ? 0 : (int) name.chars().filter(c -> c == '.').count() + 1;
    }

    /** Returns the names below which all its hosts are, the nearest first. */
    Stream<String> above() {
        if (address != null) {
            return Stream.empty();
        }
        Stream<String> proper = Stream.iterate(name.indexOf('.'), dot -> dot >= 0, dot -> name.indexOf('.', dot + 1))
                .map(dot -> name.substring(dot + 1));
        return below ? Stream.concat(Stream.of(name), proper) : proper;
    }

    /** Returns the other cells of names below one that its hosts are below, the nearest first. */
    Stream<HostCell> ancestors() {
        return above().filter(above -> !(below && above.equals(name))).map(HostCell::below);
    }

    /** Returns the host of a network policy or lease that covers it, and all names below it that are named. */
    String pattern() {
        return below ? "**." + name : name;
    }
}
