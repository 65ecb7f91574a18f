package io.sallyport.models;

import io.sallyport.inference.ModelOperation;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.GatewayNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Which backends may answer, in the order in which they are asked: local ones first; among those of one location at
 * random, by weight. Safe for concurrent use if {@code random} is.
 *
 * @param backends all, in no order
 * @param random decides by weight
 */
public record ModelRoutes(List<ModelBackend> backends, RandomGenerator random) {
    public ModelRoutes {
        backends = List.copyOf(backends);
    }

    /** Returns whether a backend takes the place of that host. */
    boolean answersFor(CanonicalHost host) {
        return backends.stream()
                .anyMatch(backend ->
                        backend.isIntercepted() && backend.url().host().equals(host));
    }

    /** Returns the routes of a request by the name under which it asks: all under our own, else those to that host. */
    ModelRoutes at(CanonicalRequest request) {
        if (request.host().text().equals(GatewayNames.MODELS)) {
            return this;
        }
        List<ModelBackend> there = backends.stream()
                .filter(backend -> backend.isIntercepted()
                        && backend.url().host().equals(request.host())
                        && backend.url().port() == request.port()
                        && backend.url().scheme() == request.scheme())
                .toList();
        return new ModelRoutes(there, random);
    }

    /**
     * Returns those that serve the model, speak the operation and admit a sandbox with these labels; where there are
     * none, those that it is translated for.
     */
    List<ModelRoute> of(String model, ModelOperation operation, Map<String, String> labels) {
        List<ModelRoute> speaking = ordered(model, labels, backend -> backend.speaks(operation));
        return speaking.isEmpty() ? ordered(model, labels, backend -> backend.isTranslatedTo(operation)) : speaking;
    }

    private List<ModelRoute> ordered(String model, Map<String, String> labels, Predicate<ModelBackend> suits) {
        List<ModelRoute> order = new ArrayList<>();
        for (boolean local : new boolean[] {true, false}) {
            List<ModelRoute> left = new ArrayList<>();
            for (ModelBackend backend : backends) {
                String name = backend.nameOf(model);
                if (name != null && backend.isLocal() == local && suits.test(backend) && backend.admits(labels)) {
                    left.add(new ModelRoute(backend, name));
                }
            }
            while (!left.isEmpty()) {
                order.add(left.remove(draw(left)));
            }
        }
        return order;
    }

    private int draw(List<ModelRoute> left) {
        int all = left.stream().mapToInt(route -> route.backend().weight()).sum();
        int at = random.nextInt(all);
        for (int i = 0; i < left.size(); i++) {
            at -= left.get(i).backend().weight();
            if (at < 0) {
                return i;
            }
        }
        throw new IllegalStateException("weights do not add up");
    }

    /** Returns the names of models that some backend serves an API's clients with these labels by name; sorted. */
    List<String> names(ModelOperation operation, Map<String, String> labels) {
        return backends.stream()
                .filter(backend -> backend.isListedFor(operation) && backend.admits(labels))
                .flatMap(backend -> backend.models().keySet().stream())
                .distinct()
                .sorted()
                .toList();
    }
}
