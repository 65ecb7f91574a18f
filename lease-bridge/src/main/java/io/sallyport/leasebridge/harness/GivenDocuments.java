package io.sallyport.leasebridge.harness;

import io.sallyport.model.FilePath;
import io.sallyport.model.text.Parsed;
import java.util.HashMap;
import java.util.Map;

/** The documents that came in the same call, and the operator's: nothing else can be found. Immutable. */
public final class GivenDocuments implements Surroundings {
    public static final GivenDocuments NONE = new GivenDocuments(Map.of(), Lent.NOTHING);

    private static final Absent ABSENT = new Absent("it does not come with the harness, and nothing is opened for it");

    private final HashedTexts texts;
    private final Map<String, Found> byPath = new HashMap<>();
    private final Lent lent;

    /**
     * Creates the surroundings.
     *
     * @param texts by path, as the harness names them; pinned documents may have any name
     */
    public GivenDocuments(Map<String, String> texts, Lent lent) {
        this.texts = new HashedTexts(texts);
        this.lent = lent;
        texts.forEach((name, text) -> {
            if (FilePath.parse(name) instanceof Parsed.Accepted(var path)) {
                byPath.put(path, new Found(name, text));
            }
        });
    }

    @Override
    public Document byPath(String path) {
        Found given = byPath.get(path);
        String known = given == null ? lent.documents().get(path) : null;
        if (known != null) {
            return new Found(path, known);
        }
        return given == null ? ABSENT : given;
    }

    @Override
    public Document byHash(String sha256) {
        Found given = texts.find(sha256);
        Found known = given == null ? lent.byHash(sha256) : given;
        return known == null ? ABSENT : known;
    }

    @Override
    public Naming naming(String path) {
        return new Allowed();
    }

    @Override
    public Program program(String path) {
        return Program.UNSEEN;
    }

    @Override
    public boolean knowsVariable(String name) {
        return lent.variables().contains(name);
    }
}
