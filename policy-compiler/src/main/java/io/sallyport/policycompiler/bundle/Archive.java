package io.sallyport.policycompiler.bundle;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** Reads and writes regular files in a gzipped tar (IEEE Std 1003.1, pax), in memory. Nothing is unpacked to disk. */
public final class Archive {
    private Archive() {}

    /**
     * Returns the files by name, without a leading slash or {@code ./}.
     *
     * @throws MalformedBundle for anything except regular files and directories with plain names, each once, within the
     *     limits
     */
    static SortedMap<String, byte[]> unpack(byte[] archive, BundleLimits limits) throws MalformedBundle {
        if (archive.length > limits.maxArchiveBytes()) {
            throw new MalformedBundle("", "larger than " + limits.maxArchiveBytes() + " bytes");
        }
        var files = new TreeMap<String, byte[]>();
        try (var tar = new TarArchiveInputStream(new ByteArrayInputStream(unzipped(archive, limits)), "UTF-8")) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (isFolder(entry)) {
                    continue;
                }
                add(files, entry, tar, limits);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new MalformedBundle("", "no tar archive: " + e.getMessage());
        }
        return files;
    }

    /**
     * Decompresses up to the limit before anything is parsed, so that a decompression bomb costs no more than the
     * limit.
     */
    private static byte[] unzipped(byte[] archive, BundleLimits limits) throws MalformedBundle {
        try (var zip = new GZIPInputStream(new ByteArrayInputStream(archive))) {
            byte[] tar = zip.readNBytes(limits.maxBytes());
            if (zip.read() >= 0) {
                throw new MalformedBundle("", "larger than " + limits.maxBytes() + " bytes when it is unpacked");
            }
            return tar;
        } catch (IOException e) {
            throw new MalformedBundle("", "not gzip: " + e.getMessage());
        }
    }

    private static boolean isFolder(TarArchiveEntry entry) throws MalformedBundle {
        byte kind = entry.getLinkFlag();
        boolean plain = kind == TarConstants.LF_NORMAL || kind == TarConstants.LF_OLDNORM;
        if (entry.isSparse() || !(plain || kind == TarConstants.LF_DIR)) {
            throw new MalformedBundle(printable(entry.getName()), "neither a plain file nor a folder");
        }
        return entry.isDirectory();
    }

    private static void add(
            Map<String, byte[]> files, TarArchiveEntry entry, TarArchiveInputStream tar, BundleLimits limits)
            throws MalformedBundle, IOException {
        String name = name(entry.getName());
        if (files.size() == limits.maxFiles()) {
            throw new MalformedBundle("", "more than " + limits.maxFiles() + " files");
        }
        byte[] content = tar.readAllBytes();
        if (content.length != entry.getSize()) {
            throw new MalformedBundle(name, "cut short");
        }
        if (files.put(name, content) != null) {
            throw new MalformedBundle(name, "stands in the archive twice");
        }
    }

    private static String name(String written) throws MalformedBundle {
        String name = written.startsWith("./") ? written.substring(2) : written;
        name = name.startsWith("/") ? name.substring(1) : name;
        for (String part : name.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                throw new MalformedBundle(printable(written), "a name that leads elsewhere");
            }
        }
        if (name.chars().anyMatch(unit -> unit < 0x20 || unit == 0x7f || unit == '\\' || unit == 0xfffd)) {
            throw new MalformedBundle(printable(written), "a name with characters that no file of a bundle has");
        }
        return name;
    }

    private static String printable(String name) {
        return name.replaceAll("[^\\x20-\\x7e]", "?");
    }

    /** Returns the files as an archive; equal files yield equal bytes, because times, owners and order are fixed. */
    public static byte[] pack(SortedMap<String, byte[]> files) {
        var out = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(new GZIPOutputStream(out), "UTF-8")) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                var entry = new TarArchiveEntry(file.getKey());
                entry.setSize(file.getValue().length);
                entry.setModTime(0);
                tar.putArchiveEntry(entry);
                tar.write(file.getValue());
                tar.closeArchiveEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return out.toByteArray();
    }
}
