package io.sallyport.cli.run;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The Node programs that a command was seen to run. The built-in clients of older versions ignore proxy variables and
 * can bypass the proxy, which nothing else in a run would reveal. Confined to one thread.
 */
final class NodeVersions {
    private static final Set<String> NAMES = Set.of("node", "nodejs");
    private static final Pattern VERSION = Pattern.compile("v?(\\d+)\\.(\\d+)\\..*");
    private static final int MAX_FIRST_LINE = 256;
    private static final int MAX_SEEN = 16;
    private static final int MAX_SECONDS = 5;

    private final String searchPath;
    private final Set<Path> seen = new TreeSet<>();

    /** @param searchPath the {@code PATH} of the command */
    NodeVersions(String searchPath) {
        this.searchPath = searchPath;
    }

    /** Inspects a command before it is started: Node itself, or a script whose first line names it. */
    void command(String name) {
        Path file = find(name);
        if (file != null && !add(file) && namesNode(file)) {
            Path node = find("node");
            if (node != null) {
                add(node);
            }
        }
    }

    /** Inspects the running descendants of {@code process}. */
    void children(ProcessHandle process) {
        process.descendants()
                .flatMap(child -> child.info().command().stream())
                .forEach(program -> add(Path.of(program)));
    }

    private boolean add(Path program) {
        boolean isNode = NAMES.contains(String.valueOf(program.getFileName()));
        if (isNode && seen.size() < MAX_SEEN) {
            seen.add(program);
        }
        return isNode;
    }

    /** Returns a warning for the user, or null if every Node seen reads the variables. Runs each to get its version. */
    @Nullable
    String warning() throws InterruptedException {
        for (Path program : seen) {
            String version = version(program);
            if (version != null && !readsProxyVariables(version)) {
                return "sallyport: " + program + " is " + version
                        + ", whose fetch and http know no proxy variables (22.21"
                        + " and 24 do): what it asked for went past the proxy, or nowhere (docs/clients.md)";
            }
        }
        return null;
    }

    /** {@code NODE_USE_ENV_PROXY} exists since 24.0 and 22.21. A text that is not a version counts as supported. */
    static boolean readsProxyVariables(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return true;
        }
        int major = Integer.parseInt(parts.group(1));
        return major >= 24 || (major == 22 && Integer.parseInt(parts.group(2)) >= 21);
    }

    private static @Nullable String version(Path program) throws InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(program.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException _) {
            return null;
        }
        try {
            if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
                return null;
            }
            return firstLine(process.getInputStream());
        } catch (IOException _) {
            return null;
        } finally {
            process.destroyForcibly();
        }
    }

    private static String firstLine(InputStream in) throws IOException {
        return new String(in.readNBytes(MAX_FIRST_LINE), StandardCharsets.UTF_8).strip();
    }

    private static boolean namesNode(Path script) {
        try (BufferedReader lines = Files.newBufferedReader(script, StandardCharsets.ISO_8859_1)) {
            char[] start = new char[MAX_FIRST_LINE];
            int read = lines.read(start);
            String text = read < 0 ? "" : new String(start, 0, read);
            String first = text.lines().findFirst().orElse("");
            return first.startsWith("#!") && first.matches(".*[/ \\t]node(js)?(\\s.*)?");
        } catch (IOException _) {
            return false;
        }
    }

    private @Nullable Path find(String name) {
        if (name.indexOf(File.separatorChar) >= 0) {
            return Path.of(name);
        }
        for (String folder : searchPath.split(File.pathSeparator, -1)) {
            Path file = Path.of(folder, name);
            if (!folder.isEmpty() && Files.isExecutable(file) && !Files.isDirectory(file)) {
                return file;
            }
        }
        return null;
    }
}
