package io.sallyport.fetch.landing;

import io.sallyport.fetch.cache.CachedFile;
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
    /** Writes all of it, in pieces; {@code out} stays open. What fails is left without an end. May block. */
    public void writeTo(OutputStream out) throws IOException {
        // Not closed, which would end it whatever happened, and not needed: it holds nothing but memory.
        var tar = new TarArchiveOutputStream(out, "UTF-8");
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        tar.setAddPaxHeadersForNonAsciiNames(true);
        for (TreeEntry each : skill.entries()) {
            CachedFile file = skill.file(each);
            var entry = new TarArchiveEntry(directory + "/" + each.path().text());
            entry.setSize(file.bytes());
            entry.setMode(executables.mode(file.start(Executables.LOOKED_AT)));
            entry.setModTime(0L);
            tar.putArchiveEntry(entry);
            file.writeTo(tar);
            tar.closeArchiveEntry();
        }
        tar.finish();
        tar.flush();
    }
}
