package io.sallyport.configuration.key;

import java.util.ArrayList;
import java.util.List;

/** Declares the keys of one section and keeps them in order. Used only in static initializers. */
public final class Keys {
    private final String section;
    private final List<Key<?>> declared = new ArrayList<>();

    /** @param section dotted path; empty for the whole configuration */
    public Keys(String section) {
        this.section = section.isEmpty() ? "" : section + ".";
    }

    /** Declares a key with a default. */
    public <T> Key<T> value(String name, Form<T> form, T byDefault, String sentence) {
        return add(new Key<>(
                section + name, Key.Kind.VALUE, form, byDefault, form.write().apply(byDefault), sentence));
    }

    /** Declares a key whose default is determined at start, or that has no effect if it is missing. */
    public <T> Key<T> optional(String name, Form<T> form, String shown, String sentence) {
        return add(new Key<>(section + name, Key.Kind.VALUE, form, null, shown, sentence));
    }

    public <T> Key<T> list(String name, Form<T> form, String shown, String sentence) {
        return add(new Key<>(section + name, Key.Kind.LIST, form, null, shown, sentence));
    }

    public <T> Key<T> map(String name, Form<T> form, String shown, String sentence) {
        return add(new Key<>(section + name, Key.Kind.MAP, form, null, shown, sentence));
    }

    private <T> Key<T> add(Key<T> key) {
        declared.add(key);
        return key;
    }

    public List<Key<?>> all() {
        return List.copyOf(declared);
    }
}
