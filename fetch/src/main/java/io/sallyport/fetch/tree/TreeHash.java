package io.sallyport.fetch.tree;

import io.sallyport.model.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The hash of a directory: of each regular file a line {@code PATH:SHA256}, the lines sorted as bytes and as wholes,
 * joined and ended by line feeds, and of that the SHA-256. Modes and empty directories are not in it.
 *
 * <p>Lines are sorted, not paths: a colon sorts after {@code -}, {@code .}, {@code /} and the digits. Bytes are, not
 * Java's chars: UTF-16 sorts characters past U+FFFF before U+E000.
 */
public final class TreeHash {
    private TreeHash() {}

    /**
     * Makes the hash.
     *
     * @param entries each path once
     * @throws IllegalArgumentException where there are none: a pin of nothing pins nothing
     */
    public static Sha256 of(Collection<TreeEntry> entries) {
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("entries: none (expected: at least one file)");
        }
        List<byte[]> lines = entries.stream()
                .map(entry -> line(entry))
                .sorted(Arrays::compareUnsigned)
                .toList();
        MessageDigest digest = Sha256.newDigest();
        for (byte[] line : lines) {
            digest.update(line);
            digest.update((byte) '\n');
        }
        return Sha256.of(digest);
    }

    private static byte[] line(TreeEntry entry) {
        return (entry.path().text() + ":" + entry.sha256().hex()).getBytes(StandardCharsets.UTF_8);
    }
}
