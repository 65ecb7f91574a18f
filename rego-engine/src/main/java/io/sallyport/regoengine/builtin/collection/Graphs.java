package io.sallyport.regoengine.builtin.collection;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The {@code graph.*} family. A graph is an object that maps nodes to arrays or sets of their neighbours. */
public final class Graphs {
    public static final List<Builtin> ALL = List.of(
            Builtin.binary("graph.reachable", Graphs::reachable),
            Builtin.binary("graph.reachable_paths", Graphs::reachablePaths));

    /** The maximum length of a path, because paths are followed recursively. */
    private static final int MAX_PATH = 400;

    private final BuiltinContext context;
    private final RegoObject graph;
    private final RegoSet paths = RegoSet.growing();

    private Graphs(BuiltinContext context, RegoObject graph) {
        this.context = context;
        this.graph = graph;
    }

    private static RegoValue reachable(BuiltinContext context, RegoValue operand, RegoValue initial) {
        RegoObject graph = Operands.object(operand, 1);
        Deque<RegoValue> queue = new ArrayDeque<>(start(context, initial));
        RegoSet reached = RegoSet.growing();
        while (!queue.isEmpty()) {
            RegoValue node = queue.remove();
            RegoValue edges = graph.get(node);
            if (edges != null) {
                for (RegoValue neighbour : elements(context, edges)) {
                    if (!reached.contains(neighbour)) {
                        queue.add(neighbour);
                    }
                }
                reached.add(node);
            }
        }
        return reached;
    }

    private static List<RegoValue> start(BuiltinContext context, RegoValue initial) {
        if (initial instanceof RegoArray || initial instanceof RegoSet) {
            return elements(context, initial);
        }
        throw BuiltinError.operand(2, initial, "{array, set}");
    }

    /** Returns the elements of an array or set, and charges for them; other kinds have none. */
    private static List<RegoValue> elements(BuiltinContext context, RegoValue collection) {
        context.fuel().steps(collection.weight());
        List<RegoValue> elements = switch (collection) {
            case RegoArray array -> array.list();
            case RegoSet set -> set.list();
            default -> List.of();
        };
        context.fuel().makeValues(elements.size());
        return elements;
    }

    private static RegoValue reachablePaths(BuiltinContext context, RegoValue operand, RegoValue initial) {
        Graphs search = new Graphs(context, Operands.object(operand, 1));
        for (RegoValue node : start(context, initial)) {
            search.begin(node);
        }
        return search.paths;
    }

    /** A first node may stand twice, because OPA follows its edges without having seen it. */
    private void begin(RegoValue node) {
        RegoValue edges = graph.get(node);
        if (edges == null) {
            return;
        }
        List<RegoValue> neighbours = elements(context, edges);
        for (RegoValue neighbour : neighbours) {
            follow(neighbour, List.of(node));
        }
        if (neighbours.isEmpty()) {
            add(List.of(node));
        }
    }

    /**
     * A path ends where it cannot continue: at a node without neighbours, at an unknown node, or at one that is already
     * on it.
     */
    private void follow(RegoValue node, List<RegoValue> before) {
        RegoValue edges = graph.get(node);
        if (edges == null) {
            add(before);
            return;
        }
        List<RegoValue> path = new ArrayList<>(before);
        path.add(node);
        context.fuel().makeValues(path.size());
        if (path.size() > MAX_PATH) {
            throw new LimitExceeded("length of a path", MAX_PATH, "nodes", "fixed");
        }
        List<RegoValue> neighbours = elements(context, edges);
        for (RegoValue neighbour : neighbours) {
            if (contains(path, neighbour)) {
                add(path);
            } else {
                follow(neighbour, path);
            }
        }
        if (neighbours.isEmpty()) {
            add(path);
        }
    }

    private boolean contains(List<RegoValue> path, RegoValue node) {
        context.fuel().steps(path.size());
        return path.contains(node);
    }

    private void add(List<RegoValue> path) {
        paths.add(RegoArray.of(path));
    }
}
