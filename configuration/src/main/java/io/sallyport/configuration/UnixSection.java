package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.configuration.key.Values;
import io.sallyport.model.SandboxId;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The section {@code proxy.unix}: Unix sockets on which the proxy listens. */
final class UnixSection {
    private static final Keys UNIX = new Keys("proxy.unix");
    private static final Key<String> PATH = UNIX.optional(
            "path",
            Forms.FILE,
            "none",
            "A Unix socket on which the proxy listens ([clients](clients.md#a-unix-socket)).");
    private static final Key<String> OWN =
            UNIX.map("own", Forms.FILE, "none", "Sockets that are one sandbox's alone, by the sandbox' id.");
    private static final Key<Set<PosixFilePermission>> MODE = UNIX.value(
            "mode",
            new Form<>(
                    "three octal digits, such as 0660",
                    UnixSection::mode,
                    UnixSection::octal,
                    "{\"type\":" + "[\"string\",\"integer\"]}"),
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE),
            "The permissions of their files; connecting takes the right to write.");

    private UnixSection() {}

    static List<Keys> keys() {
        return List.of(UNIX);
    }

    /** @param folder base of relative paths */
    static Config.@Nullable UnixSockets read(Section section, Path folder) throws ConfigException {
        Path path = section.path(PATH, folder);
        var own = new LinkedHashMap<SandboxId, Path>();
        Values.bySandbox(section, OWN)
                .forEach((id, file) -> own.put(id, folder.resolve(file).normalize()));
        Set<PosixFilePermission> mode = section.read(MODE);
        boolean isEmpty = section.keys().isEmpty();
        section.end();
        if (path == null && own.isEmpty() && !isEmpty) {
            throw section.place("path").error("proxy.unix: path or own is needed");
        }
        return isEmpty ? null : new Config.UnixSockets(path, own, mode);
    }

    private static @Nullable Set<PosixFilePermission> mode(String text) {
        if (!text.matches("0?[0-7]{3}")) {
            return null;
        }
        int bits = Integer.parseInt(text, 8);
        var letters = new StringBuilder();
        for (int at = 8; at >= 0; at--) {
            letters.append((bits >> at & 1) == 0 ? '-' : "xwr".charAt(at % 3));
        }
        return PosixFilePermissions.fromString(letters.toString());
    }

    private static String octal(Set<PosixFilePermission> mode) {
        int bits = 0;
        for (char letter : PosixFilePermissions.toString(mode).toCharArray()) {
            bits = bits << 1 | (letter == '-' ? 0 : 1);
        }
        return "0" + Integer.toOctalString(bits);
    }
}
