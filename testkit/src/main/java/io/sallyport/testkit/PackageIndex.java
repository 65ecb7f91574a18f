package io.sallyport.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A package index of generated packages for real pip and npm clients: the simple repository of PEP 503 under {@code
 * /simple/}, and npm's registry under {@code /}. Immutable.
 */
public final class PackageIndex implements OriginScript {
    private final String scheme;
    private final Map<String, Wheel> wheels = new HashMap<>();
    private final Map<String, NpmPackage> packages = new HashMap<>();

    /**
     * @param scheme of the URLs; npm's documents contain absolute URLs of their archives
     * @param python names of Python packages of one module each; the module defines {@code GREETING}
     * @param node names of npm packages whose module is a string
     */
    public PackageIndex(String scheme, Iterable<String> python, Iterable<String> node) {
        this.scheme = scheme;
        python.forEach(name -> wheels.put(name, Wheel.of(name)));
        node.forEach(name -> packages.put(name, NpmPackage.of(name)));
    }

    /** Writes the archive of a Python package into that folder, as somebody who uploads it has it. */
    public static Path writeWheel(Path folder, String name) throws IOException {
        return Files.write(
                folder.resolve(name + "-1.0-py3-none-any.whl"),
                Wheel.of(name).archive().toArray());
    }

    @Override
    public Answer answer(ReceivedRequest request) {
        String[] parts = request.path().substring(1).split("/", -1);
        Wheel wheel = wheels.get(parts.length > 1 ? parts[1] : "");
        if (parts[0].equals("simple") && wheel != null) {
            return Answer.bytes("text/html", Bytes.of(wheel.page()));
        }
        if (parts[0].equals("files") && wheel != null) {
            return Answer.bytes("application/octet-stream", wheel.archive());
        }
        boolean scoped = parts.length > 1 && parts[0].startsWith("@");
        NpmPackage pack = packages.get(scoped ? parts[0] + "/" + parts[1] : parts[0]);
        if (pack == null) {
            return Answer.text(404, "no such package");
        }
        return parts.length > (scoped ? 2 : 1)
                ? Answer.bytes("application/octet-stream", pack.archive())
                : Answer.bytes("application/json", Bytes.of(pack.document(scheme + "://" + request.header("host"))));
    }
}
