package io.sallyport.regoengine.footprint;

import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An input that records which of its fields an evaluation reads; a read of the whole object records its own path. */
public final class NotingObject extends RegoObject {
    private final RegoObject object;
    private final List<String> path;
    private final Set<List<String>> notes;

    /** @param notes receives each path */
    public NotingObject(RegoObject object, List<String> path, Set<List<String>> notes) {
        this.object = object;
        this.path = path;
        this.notes = notes;
    }

    @Override
    public @Nullable RegoValue get(RegoValue key) {
        if (key instanceof RegoString name) {
            notes.add(below(name));
        } else {
            notes.add(path);
        }
        return noting(key, object.get(key));
    }

    private List<String> below(RegoString name) {
        return Stream.concat(path.stream(), Stream.of(name.text())).toList();
    }

    private @Nullable RegoValue noting(RegoValue key, @Nullable RegoValue value) {
        return value instanceof RegoObject held && key instanceof RegoString name
                ? new NotingObject(held, below(name), notes)
                : value;
    }

    @Override
    public int size() {
        notes.add(path);
        return object.size();
    }

    @Override
    public RegoValue keyAt(int place) {
        notes.add(path);
        return object.keyAt(place);
    }

    @Override
    public RegoValue valueAt(int place) {
        notes.add(path);
        RegoValue value = noting(object.keyAt(place), object.valueAt(place));
        return value == null ? object.valueAt(place) : value;
    }
}
