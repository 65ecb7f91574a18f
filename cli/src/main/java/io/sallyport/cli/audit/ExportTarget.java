package io.sallyport.cli.audit;

import io.sallyport.cli.command.CliException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where exported lines go: a file that only its owner may read, or standard output. Confined to one thread. */
final class ExportTarget implements AutoCloseable {
    private final String name;
    private final @Nullable OutputStream file;
    private final PrintWriter out;

    private ExportTarget(String name, @Nullable OutputStream file, PrintWriter out) {
        this.name = name;
        this.file = file;
        this.out = out;
    }

    /** Opens {@code file} in place of what it held; null for {@code out}. */
    static ExportTarget of(@Nullable Path file, PrintWriter out) throws CliException {
        try {
            return file == null
                    ? new ExportTarget("", null, out)
                    : new ExportTarget(file.toString(), new BufferedOutputStream(emptied(file)), out);
        } catch (IOException e) {
            throw unwritable(String.valueOf(file), e);
        }
    }

    private static OutputStream emptied(Path file) throws IOException {
        return Channels.newOutputStream(FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))));
    }

    void write(byte[] line) throws CliException {
        if (file == null) {
            out.println(new String(line, StandardCharsets.UTF_8));
            return;
        }
        try {
            file.write(line);
            file.write('\n');
        } catch (IOException e) {
            throw unwritable(name, e);
        }
    }

    private static CliException unwritable(String name, IOException e) {
        return CliException.unusable(name + ": cannot be written: " + e.getMessage());
    }

    @Override
    public void close() throws CliException {
        try {
            out.flush();
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            throw unwritable(name, e);
        }
    }
}
