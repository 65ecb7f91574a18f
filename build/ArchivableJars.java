import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Copies jars so that the JVM can archive all of their classes and starts without others: without signatures, since it
 * archives no class of a signed jar, without providers of the JCE, and with stack maps in classes that are older than
 * those, since it archives none that the old verifier has seen. Entries are sorted and have one time: the same input gives the same bytes.
 *
 * <p>{@code java build/ArchivableJars.java FROM TO TIME}: folders, and a time in ISO 8601.
 */
final class ArchivableJars {
    private static final int STACK_MAPS = ClassFile.JAVA_8_VERSION; // the verifier of these has no fall-back

    private final LocalDateTime time;
    private final ClassFile classes;

    private ArchivableJars(LocalDateTime time, ClassFile classes) {
        this.time = time;
        this.classes = classes;
    }

    public static void main(String... arguments) throws IOException {
        Path to = Files.createDirectories(Path.of(arguments[1]));
        Instant time = Instant.parse(arguments[2]);
        List<Path> jars;
        try (var files = Files.list(Path.of(arguments[0]))) {
            jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
        try (URLClassLoader all = new URLClassLoader(urls(jars), null)) {
            var hierarchy = ClassHierarchyResolver.ofResourceParsing(all)
                    .orElse(ClassHierarchyResolver.ofResourceParsing(ClassLoader.getSystemClassLoader()));
            var copied = new ArchivableJars(
                    LocalDateTime.ofInstant(time, ZoneOffset.UTC),
                    ClassFile.of(
                            ClassFile.ClassHierarchyResolverOption.of(hierarchy),
                            ClassFile.StackMapsOption.GENERATE_STACK_MAPS));
            for (Path jar : jars) {
                Path copy = to.resolve(jar.getFileName());
                copied.copy(jar, copy);
                Files.setLastModifiedTime(copy, FileTime.from(time));
            }
        }
    }

    private static URL[] urls(List<Path> files) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path file : files) {
            urls.add(file.toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    private void copy(Path from, Path to) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        try (var zip = new ZipFile(from.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                if (!entry.isDirectory() && !isLeftOut(entry.getName())) {
                    entries.put(
                            entry.getName(),
                            archivable(entry, zip.getInputStream(entry).readAllBytes()));
                }
            }
        }
        try (OutputStream file = Files.newOutputStream(to);
                var zip = new ZipOutputStream(file)) {
            byte[] manifest = entries.remove("META-INF/MANIFEST.MF"); // has to be the first
            if (manifest != null) {
                write(zip, "META-INF/MANIFEST.MF", manifest);
            }
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                write(zip, entry.getKey(), entry.getValue());
            }
        }
    }

    private void write(ZipOutputStream zip, String name, byte[] content) throws IOException {
        var entry = new ZipEntry(name);
        entry.setTimeLocal(time);
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }

    /**
     * Signatures, and names of JCE providers: a JVM that looks for a provider which its runtime lacks would load them
     * all, in each start.
     */
    private static boolean isLeftOut(String name) {
        return name.matches("META-INF/([^/]*\\.(SF|RSA|DSA|EC)|services/java\\.security\\.Provider)");
    }

    private byte[] archivable(ZipEntry entry, byte[] content) throws IOException {
        if (entry.getName().equals("META-INF/MANIFEST.MF")) {
            return withoutDigests(content);
        }
        return entry.getName().endsWith(".class") && !entry.getName().endsWith("-info.class")
                ? withStackMaps(content)
                : content;
    }

    /** The digests of entries are of use to signatures alone. */
    private static byte[] withoutDigests(byte[] manifest) throws IOException {
        var read = new Manifest(new ByteArrayInputStream(manifest));
        if (read.getEntries().isEmpty()) {
            return manifest;
        }
        read.getEntries().clear();
        var written = new ByteArrayOutputStream();
        read.write(written);
        return written.toByteArray();
    }

    private byte[] withStackMaps(byte[] old) {
        var model = classes.parse(old);
        if (model.majorVersion() >= ClassFile.JAVA_6_VERSION) {
            return old;
        }
        ClassTransform newer = (builder, element) -> {
            switch (element) {
                case ClassFileVersion _ -> builder.withVersion(STACK_MAPS, 0);
                default -> builder.with(element);
            }
        };
        return classes.transformClass(
                model, newer.andThen(ClassTransform.transformingMethodBodies((code, element) -> code.with(element))));
    }
}
