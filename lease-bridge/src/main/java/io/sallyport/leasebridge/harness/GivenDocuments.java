package io.sallyport.leasebridge.harness;

import io.sallyport.model.FilePath;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The documents that came in the same call, and what the operator lends: nothing else is there. Immutable. */
public final class GivenDocuments implements Surroundings {
    public static final GivenDocuments NONE = new GivenDocuments(Map.of(), Lent.NOTHING);

    private static final Absent ABSENT = new Absent("it does not come with the harness, and nothing is opened for it");

    private final Map<String, Found> byPath = new HashMap<>();
    private final Map<String, Found> byHash = new HashMap<>();
    private final Lent lent;

    /**
     * What was given.
     *
     * @param texts by path, as the harness names them, or by any name, for those that are pinned
     */
    public GivenDocuments(Map<String, String> texts, Lent lent) {
        this.lent = lent;
        lent.documents().forEach(this::put);
        texts.forEach(this::put);
    }

    private void put(String name, String text) {
        var found = new Found(name, text);
        byHash.put(sha256(text), found);
        if (FilePath.parse(name) instanceof FilePath.Accepted(var path)) {
            byPath.put(path, found);
        }
    }

    @Override
    public Document byPath(String path) {
        Found found = byPath.get(path);
        return found == null ? ABSENT : found;
    }

    @Override
    public Document byHash(String sha256) {
        Found found = byHash.get(sha256);
        return found == null ? ABSENT : found;
    }

    @Override
    public @Nullable String fault(String path) {
        return null;
    }

    @Override
    public boolean knowsVariable(String name) {
        return lent.variables().contains(name);
    }

    /** Of a document's bytes in UTF-8, lower-case hex. */
    public static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
