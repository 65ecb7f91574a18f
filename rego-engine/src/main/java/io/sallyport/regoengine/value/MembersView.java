package io.sallyport.regoengine.value;

/**
 * Something that is presented as an object of named members, each made when {@link #get} asks for it; nothing is
 * copied. As for every {@link RegoObject}, it must not change while it is read.
 */
public abstract class MembersView extends RegoObject {
    /** Returns the names of the members that are present, in Rego's order of keys. */
    protected abstract RegoString[] keys();

    @Override
    public final int size() {
        return keys().length;
    }

    @Override
    public final RegoValue keyAt(int place) {
        return keys()[place];
    }

    @Override
    public final RegoValue valueAt(int place) {
        RegoValue value = get(keys()[place]);
        if (value == null) {
            throw new IllegalStateException("a key without a value: " + keys()[place]);
        }
        return value;
    }
}
