package io.sallyport.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/**
 * An npm package of one module, version 1.0.0, with or without a scope ({@code @SCOPE/NAME}): a gzipped tar (ustar,
 * POSIX.1-1988) with everything under {@code package/}.
 */
record NpmPackage(String name, Bytes archive) {
    private static final int BLOCK = 512;

    static NpmPackage of(String name) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(entry("package/package.json", "{\"name\":\"" + name + "\",\"version\":\"1.0.0\"}"));
            zip.write(entry("package/index.js", "module.exports = 'hello from " + name + "';\n"));
            zip.write(new byte[2 * BLOCK]);
        } catch (IOException e) {
            throw new UncheckedIOException("a byte array refused bytes", e);
        }
        return new NpmPackage(name, Bytes.of(bytes.toByteArray()));
    }

    /** Returns the registry's document for the package; {@code base} is the registry's URL without a trailing slash. */
    String document(String base) {
        String integrity = Base64.getEncoder().encodeToString(TestDigests.of("SHA-512", archive));
        String dist = "{\"tarball\":\"%s/%s/-/%s-1.0.0.tgz\",\"integrity\":\"sha512-%s\",\"shasum\":\"%s\"}"
                .formatted(
                        base,
                        name,
                        name.substring(name.indexOf('/') + 1),
                        integrity,
                        TestDigests.hex("SHA-1", archive));
        String version = "{\"name\":\"%s\",\"version\":\"1.0.0\",\"dist\":%s}".formatted(name, dist);
        return "{\"name\":\"%s\",\"dist-tags\":{\"latest\":\"1.0.0\"},\"versions\":{\"1.0.0\":%s}}"
                .formatted(name, version);
    }

    private static byte[] entry(String path, String text) {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        byte[] entry = new byte[BLOCK + (content.length + BLOCK - 1) / BLOCK * BLOCK];
        put(entry, 0, path);
        put(entry, 100, "0000644\0");
        put(entry, 108, "0000000\0");
        put(entry, 116, "0000000\0");
        put(entry, 124, "%011o\0".formatted(content.length));
        put(entry, 136, "00000000000\0");
        put(entry, 148, "        ");
        put(entry, 156, "0");
        put(entry, 257, "ustar\00000");
        put(entry, 148, "%06o\0 ".formatted(checksum(entry)));
        System.arraycopy(content, 0, entry, BLOCK, content.length);
        return entry;
    }

    private static int checksum(byte[] entry) {
        int sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            sum += entry[i];
        }
        return sum;
    }

    private static void put(byte[] entry, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, entry, at, bytes.length);
    }
}
