package io.sallyport.bench.replicas;

import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/**
 * What each step costs, as one machine measured it. Times are microseconds of one thread.
 *
 * @param beat of the store: a sign of life of one gateway
 * @param put of the store: a change, and for each gateway the message, that it reads the change, and its answer
 * @param slice of the store: a gateway takes a slice of a budget
 * @param apply of a gateway: a change is compiled and put in force
 * @param network one way between a gateway and the store
 * @param sandboxBytes memory that a gateway needs for a sandbox
 * @param storeBytes memory that the store needs for a sandbox
 * @param real a change at one of so many real gateways, until all have confirmed it: the simulation must agree
 */
public record MeasuredCosts(
        LinearCost beat,
        LinearCost put,
        double slice,
        double apply,
        double network,
        double sandboxBytes,
        double storeBytes,
        Real real) {
    /** The median of a real run, in microseconds, of changes one after the other. */
    record Real(int gateways, double confirmed) {}

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Reads costs that {@link #write} wrote. */
    static MeasuredCosts read(Path file) {
        return JSON.readValue(file.toFile(), MeasuredCosts.class);
    }

    void write(Path file) {
        JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), this);
    }
}
