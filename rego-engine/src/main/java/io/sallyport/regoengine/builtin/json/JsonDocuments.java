package io.sallyport.regoengine.builtin.json;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.builtin.collection.Sets;
import io.sallyport.regoengine.value.Elements;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Filters, removes and walks parts of documents, which paths name (RFC 6901, or arrays of segments). */
public final class JsonDocuments {
    public static final List<Builtin> ALL = List.of(
            Builtin.binary("json.filter", JsonDocuments::filter),
            Builtin.binary("json.remove", JsonDocuments::remove),
            Builtin.binary("json.patch", JsonPatches::patch),
            Builtin.unary("walk", JsonDocuments::walk));

    private JsonDocuments() {}

    private static RegoValue filter(BuiltinContext context, RegoValue a, RegoValue b) {
        RegoObject object = Operands.object(a, 1);
        return kept(context, object, tree(context, b));
    }

    private static @Nullable RegoValue remove(BuiltinContext context, RegoValue a, RegoValue b) {
        RegoObject object = Operands.object(a, 1);
        return left(context, object, tree(context, b));
    }

    /** Returns all paths as one tree, in which null marks the end of a path. */
    private static RegoObject tree(BuiltinContext context, RegoValue paths) {
        RegoArray elements = Sets.elements(paths, 2);
        EntryObject root = RegoObject.growing();
        for (int i = 0; i < elements.size(); i++) {
            plant(root, JsonPaths.segments(context, elements.get(i)));
        }
        return root;
    }

    private static void plant(EntryObject root, List<RegoValue> path) {
        EntryObject node = root;
        for (int i = 0; i < path.size() - 1; i++) {
            RegoValue child = node.get(path.get(i));
            if (child instanceof RegoNull) {
                return;
            }
            EntryObject next = child instanceof EntryObject known ? known : RegoObject.growing();
            node.put(path.get(i), next);
            node = next;
        }
        if (!path.isEmpty()) {
            node.put(path.getLast(), RegoNull.NULL);
        }
    }

    private static RegoValue kept(BuiltinContext context, RegoValue value, RegoValue paths) {
        context.fuel().makeValues(1);
        if (!(paths instanceof RegoObject tree)) {
            return value;
        }
        return rebuilt(value, (key, element) -> {
            RegoValue below = tree.get(key);
            return below == null ? null : kept(context, element, below);
        });
    }

    private static @Nullable RegoValue left(BuiltinContext context, RegoValue value, @Nullable RegoValue paths) {
        context.fuel().makeValues(1);
        if (paths instanceof RegoNull) {
            return null;
        }
        return paths instanceof RegoObject tree
                ? rebuilt(value, (key, element) -> left(context, element, tree.get(key)))
                : value;
    }

    /** Makes the same collection of what {@code made} makes of each key and element; null leaves an element out. */
    private static RegoValue rebuilt(RegoValue value, Remaking made) {
        return switch (value) {
            case RegoObject object -> {
                EntryObject result = RegoObject.growing();
                object.forEach((key, element) -> {
                    RegoValue remade = made.of(key, element);
                    if (remade != null) {
                        result.put(key, remade);
                    }
                });
                yield result;
            }
            case RegoArray array -> {
                RegoArray result = RegoArray.growing(array.size());
                for (int i = 0; i < array.size(); i++) {
                    RegoValue remade = made.of(RegoString.of(Integer.toString(i)), array.get(i));
                    if (remade != null) {
                        result.append(remade);
                    }
                }
                yield result;
            }
            case RegoSet set -> {
                RegoSet result = RegoSet.growing();
                for (RegoValue element : set.list()) {
                    RegoValue remade = made.of(element, element);
                    if (remade != null) {
                        result.add(remade);
                    }
                }
                yield result;
            }
            default -> value;
        };
    }

    /** @see #rebuilt */
    private interface Remaking {
        @Nullable
        RegoValue of(RegoValue key, RegoValue element);
    }

    /** Returns all nested values as pairs of path and value, outer values first. */
    private static RegoArray walk(BuiltinContext context, RegoValue a) {
        RegoArray pairs = RegoArray.growing(8);
        visit(context, RegoArray.EMPTY, a, pairs);
        return pairs;
    }

    private static void visit(BuiltinContext context, RegoArray path, RegoValue value, RegoArray pairs) {
        context.fuel().makeValues(4L + path.size());
        pairs.append(RegoArray.of(path, value));
        for (int i = 0; Elements.reaches(value, i); i++) {
            visit(context, below(path, Elements.key(value, i)), Elements.value(value, i), pairs);
        }
    }

    private static RegoArray below(RegoArray path, RegoValue key) {
        RegoValue[] longer = path.list().toArray(new RegoValue[path.size() + 1]);
        longer[path.size()] = key;
        return RegoArray.of(longer);
    }
}
