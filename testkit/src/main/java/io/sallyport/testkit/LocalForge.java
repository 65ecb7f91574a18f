package io.sallyport.testkit;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A forge on loopback: GitHub's contents API (with raw media) and trees API, and GitLab's repository API for the same
 * repositories. Hostile answers replace single paths. Safe for concurrent use; the creator closes it.
 */
public final class LocalForge implements AutoCloseable {
    private static final int INLINE_BYTES = 1 << 20;

    private final Map<String, Bytes> files = new ConcurrentHashMap<>();
    private final Map<String, Listed> listed = new ConcurrentHashMap<>();
    private final Map<String, Answer> overrides = new ConcurrentHashMap<>();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile @Nullable String credential;
    private volatile Trees trees = Trees.SHOWN;
    private volatile UnaryOperator<Answer> wrap = answer -> answer;
    private final Origin origin;

    private LocalForge(TestCa.@Nullable Leaf leaf) {
        origin = leaf == null ? Origin.plain(this::answer) : Origin.tls(leaf, this::answer);
    }

    /** A listed entry, whether or not it exists. */
    private record Listed(String directory, String name, String path, String type) {}

    public static LocalForge plain() {
        return new LocalForge(null);
    }

    public static LocalForge tls(TestCa.Leaf leaf) {
        return new LocalForge(leaf);
    }

    /** Returns the base URL of its API. */
    public String api() {
        return "http://127.0.0.1:" + origin.port();
    }

    public Origin origin() {
        return origin;
    }

    /** Returns the number of requests so far. */
    public int calls() {
        return calls.get();
    }

    /** Adds a file to {@code OWNER/REPO@REF}; the path starts at the repository's root. */
    public LocalForge file(String repository, String path, String content) {
        return file(repository, path, Bytes.of(content));
    }

    public LocalForge file(String repository, String path, Bytes content) {
        files.put(repository + ":" + path, content);
        return this;
    }

    /**
     * Adds an entry to the listing of {@code directory}.
     *
     * @param type in GitHub's terms: {@code symlink}, {@code submodule}, {@code dir}, {@code file}
     */
    public LocalForge list(String repository, String directory, String name, String path, String type) {
        listed.put(repository + ":" + directory + "/" + name + "|" + path, new Listed(directory, name, path, type));
        return this;
    }

    /** Answers that path of the contents API with {@code answer}. */
    public LocalForge answer(String repository, String path, Answer answer) {
        overrides.put(repository + ":" + path, answer);
        return this;
    }

    /** The behaviour of the trees API. */
    public enum Trees {
        SHOWN,
        /** Answers 404. */
        ABSENT,
        /** Marks each tree as truncated. */
        TRUNCATED
    }

    public LocalForge trees(Trees as) {
        trees = as;
        return this;
    }

    /** Transforms every answer. */
    public LocalForge wrap(UnaryOperator<Answer> by) {
        wrap = by;
        return this;
    }

    /** Answers any other credential with 401 from now on; requests without one are still accepted. */
    public LocalForge credential(String token) {
        credential = token;
        return this;
    }

    private Answer answer(ReceivedRequest request) {
        calls.incrementAndGet();
        String shown = request.header("Authorization");
        String wanted = credential;
        if (wanted != null && shown != null && !shown.equals("Bearer " + wanted)) {
            return json(401, "{\"message\":\"Bad credentials\"}");
        }
        String path = request.path();
        Answer answer = path.startsWith("/repos/") ? github(request) : gitlab(request);
        return wrap.apply(answer);
    }

    private Answer github(ReceivedRequest request) {
        String[] parts = request.path().split("/", 6);
        if (parts.length == 6 && parts[4].equals("git") && parts[5].startsWith("trees/")) {
            return githubTree(parts[2] + "/" + parts[3] + "@", parts[5].substring("trees/".length()));
        }
        if (parts.length < 6 || !parts[4].equals("contents")) {
            return json(404, "{\"message\":\"Not Found\"}");
        }
        String repository = parts[2] + "/" + parts[3] + "@" + parameter(request, "ref");
        String path = decoded(parts[5]);
        Answer hostile = overrides.get(repository + ":" + path);
        if (hostile != null) {
            return hostile;
        }
        Bytes file = files.get(repository + ":" + path);
        String accept = String.valueOf(request.header("Accept"));
        if (file != null) {
            return accept.contains("raw") ? Answer.bytes("application/octet-stream", file) : githubFile(path, file);
        }
        String entries = githubEntries(repository, path);
        return entries.isEmpty() ? json(404, "{\"message\":\"Not Found\"}") : json(200, "[" + entries + "]");
    }

    private Answer githubTree(String project, String sha) {
        String directory = null;
        for (String file : files.keySet()) {
            for (int slash = file.indexOf('/', file.indexOf(':')); slash >= 0; slash = file.indexOf('/', slash + 1)) {
                if (file.startsWith(project) && sha(file.substring(0, slash)).equals(sha)) {
                    directory = file.substring(0, slash + 1);
                }
            }
        }
        if (directory == null || trees == Trees.ABSENT) {
            return json(404, "{\"message\":\"Not Found\"}");
        }
        return json(
                200,
                "{\"sha\":\"" + sha + "\",\"tree\":[" + String.join(",", treeEntries(directory)) + "],\"truncated\":"
                        + (trees == Trees.TRUNCATED) + "}");
    }

    /** @param below {@code REPOSITORY:DIRECTORY/} */
    private List<String> treeEntries(String below) {
        Map<String, String> entries = new TreeMap<>();
        for (String file : files.keySet()) {
            if (file.startsWith(below)) {
                String path = file.substring(below.length());
                entries.put(path, treeEntry(path, "blob", "100644"));
                for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
                    entries.put(path.substring(0, slash), treeEntry(path.substring(0, slash), "tree", "040000"));
                }
            }
        }
        String repository = below.substring(0, below.indexOf(':') + 1);
        listed.forEach((key, entry) -> {
            if (key.startsWith(repository) && (repository + entry.directory + "/").startsWith(below)) {
                String type = entry.type.equals("submodule") ? "commit" : "blob";
                String mode = entry.type.equals("symlink") ? "120000" : "160000";
                String path = (repository + entry.path).substring(below.length());
                entries.put(path, treeEntry(path, type, mode));
            }
        });
        return List.copyOf(entries.values());
    }

    private static String treeEntry(String path, String type, String mode) {
        return "{\"path\":" + quoted(path) + ",\"type\":\"" + type + "\",\"mode\":\"" + mode + "\"}";
    }

    /** Returns a fake git object name; a directory is given as {@code REPOSITORY:DIRECTORY}. */
    private static String sha(String directory) {
        return TestDigests.hex("SHA-1", Bytes.of(directory));
    }

    private static Answer githubFile(String path, Bytes file) {
        boolean isInline = file.size() <= INLINE_BYTES;
        String content = isInline
                ? Base64.getMimeEncoder(60, "\n".getBytes(StandardCharsets.US_ASCII))
                        .encodeToString(file.toArray())
                : "";
        return json(
                200,
                "{\"type\":\"file\",\"encoding\":\"" + (isInline ? "base64" : "none") + "\",\"size\":" + file.size()
                        + ",\"name\":" + quoted(name(path)) + ",\"path\":" + quoted(path) + ",\"content\":"
                        + quoted(content) + "}");
    }

    private String githubEntries(String repository, String directory) {
        Map<String, String> entries = new TreeMap<>();
        for (Map.Entry<String, Bytes> file : files.entrySet()) {
            String below = repository + ":" + directory + "/";
            if (file.getKey().startsWith(below)) {
                String rest = file.getKey().substring(below.length());
                int slash = rest.indexOf('/');
                String name = slash < 0 ? rest : rest.substring(0, slash);
                String type = slash < 0 ? "file" : "dir";
                int size = slash < 0 ? file.getValue().size() : 0;
                String shown = githubEntry(name, directory + "/" + name, type, size);
                entries.put(name, slash < 0 ? shown : shown.replace("{", "{\"sha\":\"" + sha(below + name) + "\","));
            }
        }
        for (Map.Entry<String, Listed> each : listed.entrySet()) {
            Listed entry = each.getValue();
            if (each.getKey().startsWith(repository + ":") && entry.directory.equals(directory)) {
                entries.put(each.getKey(), githubEntry(entry.name, entry.path, entry.type, 0));
            }
        }
        return String.join(",", entries.values());
    }

    private static String githubEntry(String name, String path, String type, int size) {
        return "{\"name\":" + quoted(name) + ",\"path\":" + quoted(path) + ",\"type\":\"" + type + "\",\"size\":" + size
                + ",\"_links\":[]}";
    }

    private Answer gitlab(ReceivedRequest request) {
        String[] parts = request.path().split("/", 6);
        if (parts.length < 5 || !parts[1].equals("projects") || !parts[3].equals("repository")) {
            return json(404, "{\"message\":\"404 Not Found\"}");
        }
        String repository = decoded(parts[2]) + "@" + parameter(request, "ref");
        if (parts[4].equals("files") && parts.length == 6) {
            String named = parts[5];
            Bytes file = named.endsWith("/raw")
                    ? files.get(repository + ":" + decoded(named.substring(0, named.length() - "/raw".length())))
                    : null;
            return file == null ? json(404, "{\"message\":\"404 File Not Found\"}") : Answer.bytes("text/plain", file);
        }
        return parts[4].equals("tree") ? gitlabTree(request, repository) : json(404, "{}");
    }

    private Answer gitlabTree(ReceivedRequest request, String repository) {
        String below = repository + ":" + parameter(request, "path") + "/";
        Map<String, String> entries = new TreeMap<>();
        for (String key : files.keySet()) {
            if (key.startsWith(below)) {
                String path = key.substring(repository.length() + 1);
                int slash = path.indexOf('/', below.length() - repository.length() - 1);
                if (slash >= 0) {
                    String directory = path.substring(0, slash);
                    entries.put(directory, gitlabEntry(directory, "tree", "040000"));
                }
                entries.put(path, gitlabEntry(path, "blob", "100644"));
            }
        }
        for (Map.Entry<String, Listed> each : listed.entrySet()) {
            Listed entry = each.getValue();
            if (each.getKey().startsWith(repository + ":")) {
                String mode = entry.type.equals("symlink") ? "120000" : "160000";
                String type = entry.type.equals("symlink") ? "blob" : "commit";
                entries.put(entry.path, gitlabEntry(entry.path, type, mode));
            }
        }
        int size = Integer.parseInt(parameter(request, "per_page"));
        int page = Integer.parseInt(parameter(request, "page"));
        List<String> all = List.copyOf(entries.values());
        int from = Math.min((page - 1) * size, all.size());
        int to = Math.min(from + size, all.size());
        var headers = new LinkedHashMap<>(Map.of("content-type", "application/json"));
        headers.put("x-next-page", to < all.size() ? String.valueOf(page + 1) : "");
        return new Answer.Whole(200, headers, Bytes.of("[" + String.join(",", all.subList(from, to)) + "]"));
    }

    private static String gitlabEntry(String path, String type, String mode) {
        return "{\"name\":" + quoted(name(path)) + ",\"path\":" + quoted(path) + ",\"type\":\"" + type
                + "\",\"mode\":\"" + mode + "\"}";
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String parameter(ReceivedRequest request, String name) {
        for (String pair : request.query().split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                return decoded(pair.substring(name.length() + 1));
            }
        }
        return "";
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String quoted(String text) {
        String body = text.codePoints()
                .mapToObj(c -> c == '"' || c == '\\' || c < ' ' ? String.format("\\u%04x", c) : Character.toString(c))
                .collect(Collectors.joining());
        return "\"" + body + "\"";
    }

    private static Answer json(int status, String body) {
        return new Answer.Whole(status, Map.of("content-type", "application/json"), Bytes.of(body));
    }

    @Override
    public void close() {
        origin.close();
    }
}
