package io.sallyport.regoengine.builtin.json;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.builtin.collection.Sets;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
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
        return switch (value) {
            case RegoObject object -> {
                EntryObject result = RegoObject.growing();
                for (int i = 0; i < object.size(); i++) {
                    RegoValue below = tree.get(object.keyAt(i));
                    if (below != null) {
                        result.put(object.keyAt(i), kept(context, object.valueAt(i), below));
                    }
                }
                yield result;
            }
            case RegoArray array -> {
                RegoArray result = RegoArray.growing(array.size());
                for (int i = 0; i < array.size(); i++) {
                    RegoValue below = tree.get(Integer.toString(i));
                    if (below != null) {
                        result.append(kept(context, array.get(i), below));
                    }
                }
                yield result;
            }
            case RegoSet set -> {
                RegoSet result = RegoSet.growing();
                for (int i = 0; i < set.size(); i++) {
                    RegoValue below = tree.get(set.at(i));
                    if (below != null) {
                        result.add(kept(context, set.at(i), below));
                    }
                }
                yield result;
            }
            default -> value;
        };
    }

    private static @Nullable RegoValue left(BuiltinContext context, RegoValue value, @Nullable RegoValue paths) {
        context.fuel().makeValues(1);
        if (paths instanceof RegoNull) {
            return null;
        }
        return paths instanceof RegoObject tree ? without(context, value, tree) : value;
    }

    private static RegoValue without(BuiltinContext context, RegoValue value, RegoObject tree) {
        return switch (value) {
            case RegoObject object -> {
                EntryObject result = RegoObject.growing();
                for (int i = 0; i < object.size(); i++) {
                    RegoValue rest = left(context, object.valueAt(i), tree.get(object.keyAt(i)));
                    if (rest != null) {
                        result.put(object.keyAt(i), rest);
                    }
                }
                yield result;
            }
            case RegoArray array -> {
                RegoArray result = RegoArray.growing(array.size());
                for (int i = 0; i < array.size(); i++) {
                    RegoValue rest = left(context, array.get(i), tree.get(Integer.toString(i)));
                    if (rest != null) {
                        result.append(rest);
                    }
                }
                yield result;
            }
            case RegoSet set -> {
                RegoSet result = RegoSet.growing();
                for (int i = 0; i < set.size(); i++) {
                    RegoValue rest = left(context, set.at(i), tree.get(set.at(i)));
                    if (rest != null) {
                        result.add(rest);
                    }
                }
                yield result;
            }
            default -> value;
        };
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
        switch (value) {
            case RegoArray array -> {
                for (int i = 0; i < array.size(); i++) {
                    visit(context, below(path, RegoNumber.of(i)), array.get(i), pairs);
                }
            }
            case RegoObject object -> {
                for (int i = 0; i < object.size(); i++) {
                    visit(context, below(path, object.keyAt(i)), object.valueAt(i), pairs);
                }
            }
            case RegoSet set -> {
                for (int i = 0; i < set.size(); i++) {
                    visit(context, below(path, set.at(i)), set.at(i), pairs);
                }
            }
            default -> {}
        }
    }

    private static RegoArray below(RegoArray path, RegoValue key) {
        RegoValue[] longer = new RegoValue[path.size() + 1];
        for (int i = 0; i < path.size(); i++) {
            longer[i] = path.get(i);
        }
        longer[path.size()] = key;
        return RegoArray.of(longer);
    }
}
