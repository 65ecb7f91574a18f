package io.sallyport.fetch.landing;

import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.tree.TreeEntry;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * A skill as a tar: one directory, and in it what its hash covers. The same skill makes the same bytes.
 *
 * @param directory the name of the one directory
 */
public record SkillTar(CachedSkill skill, String directory, Executables executables) {
    /** Writes all of it; {@code out} stays open. May block. */
    public void writeTo(OutputStream out) throws IOException {
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new Unclosed(out), "UTF-8")) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            tar.setAddPaxHeadersForNonAsciiNames(true);
            for (TreeEntry file : skill.entries()) {
                byte[] content = skill.read(file);
                var entry = new TarArchiveEntry(directory + "/" + file.path().text());
                entry.setSize(content.length);
                entry.setMode(executables.mode(content));
                entry.setModTime(0L);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
    }

    /** Passes everything on but its end. */
    private static final class Unclosed extends OutputStream {
        private final OutputStream out;

        private Unclosed(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int octet) throws IOException {
            out.write(octet);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }
    }
}
