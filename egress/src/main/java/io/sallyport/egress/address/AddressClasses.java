package io.sallyport.egress.address;

import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.IpAddress;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Loads the table of classes, once, from the registries that ship with the module. */
final class AddressClasses {
    static final CidrTable<AddressClass> TABLE = load();

    private static final int BLOCK = 0;
    private static final int NAME = 1;
    private static final int SOURCE = 2;
    private static final int REACH = 3;
    private static final int GLOBALLY_REACHABLE = 8;

    private AddressClasses() {}

    private static CidrTable<AddressClass> load() {
        Map<Cidr, AddressClass> rows = new HashMap<>();
        registry(rows, "iana-ipv4-special-registry.csv");
        registry(rows, "iana-ipv6-special-registry.csv");
        for (List<String> row : rows("further-classes.csv")) {
            AddressReach reach = AddressReach.valueOf(row.get(REACH).toUpperCase(Locale.ROOT));
            put(rows, row, reach);
        }
        return CidrTable.of(rows);
    }

    /** Only {@code True} means reachable: {@code N/A}, the blank of a terminated row and every footnote do not. */
    private static void registry(Map<Cidr, AddressClass> rows, String file) {
        for (List<String> row : rows(file)) {
            put(rows, row, row.get(GLOBALLY_REACHABLE).equals("True") ? AddressReach.PUBLIC : AddressReach.SPECIAL);
        }
    }

    private static void put(Map<Cidr, AddressClass> rows, List<String> row, AddressReach reach) {
        String source = row.get(SOURCE).replaceAll("\\s+", " ");
        AddressClass kind = new AddressClass(row.get(NAME).replace("\"", ""), source, reach);
        for (String block : row.get(BLOCK).split(",", -1)) {
            rows.put(block(block), kind);
        }
    }

    /** Parses a block as the registry writes it, possibly followed by the number of a footnote. */
    private static Cidr block(String text) {
        String bare = text.replaceAll("\\[[0-9]+]", "").strip();
        // No IpAddress is in the one mapped block, because a mapped address is stored as its IPv4 address.
        return bare.equals("::ffff:0:0/96") ? new Cidr(new IpAddress(128, 0, 0xffffL << 32), 96) : Cidr.of(bare);
    }

    private static List<List<String>> rows(String file) {
        try (InputStream in = AddressClasses.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the module lacks its resource " + file);
            }
            List<List<String>> rows = Csv.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            return rows.subList(1, rows.size());
        } catch (IOException e) {
            throw new UncheckedIOException("unreadable: " + file, e);
        }
    }
}
