package io.sallyport.apiservers;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON in files that a crash leaves as they were or as they were to be: written beside, synced, renamed. Mode 0600. */
final class RecordFile {
    static final int VERSION = 1;

    private RecordFile() {}

    static void write(Path file, JsonNode content) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".unfinished");
        Files.deleteIfExists(beside);
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (FileChannel channel = FileChannel.open(beside, Set.of(CREATE_NEW, WRITE), ownerOnly)) {
            ByteBuffer left = ByteBuffer.wrap(JsonMapper.shared().writeValueAsBytes(content));
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        }
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel folder = FileChannel.open(file.toAbsolutePath().resolveSibling(""), READ)) {
            folder.force(true);
        }
    }

    /** @throws IOException where it cannot be read, or is of another version: its message names the file */
    static JsonNode read(Path file) throws IOException {
        try {
            JsonNode read = JsonMapper.shared().readTree(Files.readAllBytes(file));
            if (read.path("v").asInt(0) == VERSION) {
                return read;
            }
        } catch (JacksonException e) {
            throw new IOException(file + ": not a record of an API server", e);
        }
        throw new IOException(file + ": not a record of version " + VERSION + " of an API server");
    }
}
