package io.sallyport.cli.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The tested classes as jars, without test classes: the JVM starts faster from jars than from folders, and archives
 * the classes of jars alone.
 */
final class TestedJars {
    private TestedJars() {}

    /** Returns the class path of this JVM with a jar in place of each folder of classes; makes missing ones. */
    static List<Path> of(SharedFiles made) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry).toAbsolutePath();
            if (Files.isDirectory(path) && !path.endsWith("test-classes")) {
                jars.add(jar(made, path));
            } else if (Files.isRegularFile(path)) {
                jars.add(path);
            }
        }
        return jars;
    }

    /** Returns a word that changes with the files. */
    static String fingerprint(List<Path> files) throws IOException {
        var sum = new CRC32();
        for (Path file : files) {
            sum.update((file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file) + "\n").getBytes(UTF_8));
        }
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    private static Path jar(SharedFiles made, Path classes) throws IOException {
        Path module = classes.resolve("../..").normalize().getFileName();
        List<Path> files;
        try (Stream<Path> all = Files.walk(classes)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        return made.file(module + "-" + fingerprint(files) + ".jar", file -> write(classes, files, file));
    }

    private static void write(Path folder, List<Path> files, Path jar) throws IOException {
        try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.setLevel(Deflater.NO_COMPRESSION);
            for (Path file : files) {
                zip.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
                Files.copy(file, zip);
            }
        }
    }
}
