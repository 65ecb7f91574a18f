package io.sallyport.bench.replicas;

/**
 * A cost that grows with the number of gateways. Immutable.
 *
 * @param fixed microseconds of CPU
 * @param perGateway microseconds of CPU for each gateway
 */
public record LinearCost(double fixed, double perGateway) {
    /** Returns the line through two measured points, which never falls. */
    static LinearCost through(int few, double costOfFew, int many, double costOfMany) {
        double slope = Math.max(0, (costOfMany - costOfFew) / (many - few));
        return new LinearCost(Math.max(0, costOfFew - slope * few), slope);
    }

    /** Returns nanoseconds of what is there for each gateway alone. */
    long nanosOfOne() {
        return Math.round(1_000 * perGateway);
    }

    /** Returns nanoseconds. */
    long nanos(int gateways) {
        return Math.round(1_000 * (fixed + perGateway * gateways));
    }
}
