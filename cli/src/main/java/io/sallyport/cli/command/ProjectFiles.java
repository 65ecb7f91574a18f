package io.sallyport.cli.command;

import io.sallyport.leasebridge.harness.Surroundings;
import io.sallyport.leasebridge.profile.ShippedProfiles;
import io.sallyport.leasebridge.profile.ShippedProfiles.Chosen;
import io.sallyport.model.Sha256;
import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The files of one project as the authors of a harness see them: files that are inside it after following every link,
 * and nothing else. Keeps what was read, so that it can be sent to a gateway. Confined to one run of a command.
 */
public final class ProjectFiles implements Surroundings {
    /** The maximum size of one document. */
    static final int MAX_BYTES = 1 << 20;

    private static final Document NO_FILE = new Absent("no such file in the project");

    private static final String OUTSIDE = "it leads out of the project";

    private final Path root;
    private final Map<String, Found> given = new LinkedHashMap<>();
    private final Set<String> variables;
    private final Map<String, String> read = new LinkedHashMap<>();

    private ProjectFiles(Path root, Set<String> variables) {
        this.root = root;
        this.variables = Set.copyOf(variables);
    }

    /**
     * Opens a project.
     *
     * @param documents the documents that a harness pins by hash, by the names for messages
     * @param variables names that will be set when the harness runs, in addition to those set now
     */
    public static ProjectFiles of(Path folder, Map<String, String> documents, Set<String> variables)
            throws CliException {
        try {
            var files = new ProjectFiles(folder.toRealPath(), variables);
            documents.forEach((name, text) -> files.given.put(Sha256.hexOf(text), new Found(name, text)));
            return files;
        } catch (IOException _) {
            throw CliException.unusable(folder + ": no such directory");
        }
    }

    @Override
    public Document byPath(String path) {
        try {
            Path file = root.resolve(path).toRealPath();
            if (!file.startsWith(root)) {
                return new Absent(OUTSIDE);
            }
            return Files.isRegularFile(file) ? found(path, file) : new Absent("it is no file");
        } catch (NoSuchFileException _) {
            return NO_FILE;
        } catch (CharacterCodingException _) {
            return new Absent("it is not UTF-8");
        } catch (IOException | InvalidPathException e) {
            return new Absent("it cannot be read: " + e.getClass().getSimpleName());
        }
    }

    /**
     * Returns a profile of the project, else one that ships. That goes along as text, so that a gateway of another
     * version grants the same.
     */
    @Override
    public Document profile(String name, String path) {
        Document ofProject = byPath(path);
        if (!NO_FILE.equals(ofProject)) {
            return ofProject;
        }
        return ShippedProfiles.find(name)
                .map(shipped -> switch (shipped) {
                    case Parsed.Rejected<Chosen>(String why, int _) -> new Absent(why);
                    case Parsed.Accepted<Chosen>(Chosen(String _, String text)) -> kept(path, text);
                })
                .orElse(NO_FILE);
    }

    private Document kept(String path, String text) {
        read.put(path, text);
        return new Found(path, text);
    }

    private Document found(String path, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                return new Absent("it is larger than 1 MiB");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return kept(path, text);
        }
    }

    @Override
    public Document byHash(String sha256) {
        Found found = given.get(sha256);
        if (found == null) {
            return new Absent("no document with this hash was given, and none is fetched");
        }
        read.put(found.name(), found.text());
        return found;
    }

    @Override
    public Naming naming(String path) {
        try {
            Path there = root.resolve(path).normalize();
            while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS) && there.getParent() != null) {
                there = there.getParent();
            }
            return there.toRealPath().startsWith(root) ? new Allowed() : new Refused(OUTSIDE);
        } catch (IOException | InvalidPathException _) {
            return new Refused("a link in it leads nowhere");
        }
    }

    @Override
    public Program program(String path) {
        try {
            Path file = root.resolve(path).toRealPath();
            return Files.isRegularFile(file) && Files.isExecutable(file) ? Program.READY : Program.UNFIT;
        } catch (IOException | InvalidPathException _) {
            return Program.MISSING;
        }
    }

    @Override
    public boolean knowsVariable(String name) {
        return variables.contains(name) || System.getenv(name) != null;
    }

    /** Returns the files that were read and used, by the paths in the harness. */
    public Map<String, String> read() {
        return Map.copyOf(read);
    }
}
