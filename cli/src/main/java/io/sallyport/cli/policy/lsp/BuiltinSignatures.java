package io.sallyport.cli.policy.lsp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** The functions that policies can call, with their types; the file {@code builtins.txt} says where they are from. */
final class BuiltinSignatures {
    private static final SortedMap<String, String> ALL = read();

    private BuiltinSignatures() {}

    /** Returns signatures by name, such as {@code startswith(search: string, base: string) -> boolean}. */
    static SortedMap<String, String> all() {
        return ALL;
    }

    private static SortedMap<String, String> read() {
        var all = new TreeMap<String, String>();
        try (InputStream in = BuiltinSignatures.class.getResourceAsStream("builtins.txt")) {
            new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> all.put(line.substring(0, line.indexOf('(')), line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Collections.unmodifiableSortedMap(all);
    }
}
