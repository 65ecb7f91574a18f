package io.sallyport.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A Python package of one module, version 1.0, in the binary distribution format (PEP 427). */
record Wheel(String name, Bytes archive) {
    static Wheel of(String name) {
        Map<String, String> files = new LinkedHashMap<>();
        String info = name + "-1.0.dist-info/";
        files.put(name + "/__init__.py", "GREETING = \"hello from " + name + "\"\n");
        files.put(info + "METADATA", "Metadata-Version: 2.1\nName: " + name + "\nVersion: 1.0\n");
        files.put(info + "WHEEL", "Wheel-Version: 1.0\nGenerator: testkit\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
        files.put(info + "RECORD", String.join(",,\n", files.keySet()) + ",,\n" + info + "RECORD,,\n");
        return new Wheel(name, zip(files));
    }

    /** Returns the project's page of the simple repository. */
    String page() {
        String file = name + "-1.0-py3-none-any.whl";
        return "<!DOCTYPE html><html><body><a href=\"/files/%s/%s#sha256=%s\">%s</a></body></html>"
                .formatted(name, file, TestDigests.hex("SHA-256", archive), file);
    }

    private static Bytes zip(Map<String, String> files) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a byte array refused bytes", e);
        }
        return Bytes.of(bytes.toByteArray());
    }
}
