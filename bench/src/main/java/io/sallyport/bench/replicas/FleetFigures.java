package io.sallyport.bench.replicas;

import java.util.Arrays;

/**
 * What a simulation measured. Times are milliseconds from the request for a change.
 *
 * @param inForce sorted: when each change was in force at all gateways
 * @param confirmed sorted: when the gateway that was asked knew it
 * @param storeLoad part of the time in which the store was busy
 * @param gatewayLoad part of the time in which the busiest gateway compiled
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FleetFigures(double[] inForce, double[] confirmed, double storeLoad, double gatewayLoad) {
    static FleetFigures of(double[] inForce, double[] confirmed, double storeLoad, double gatewayLoad) {
        Arrays.sort(inForce);
        Arrays.sort(confirmed);
        return new FleetFigures(inForce, confirmed, storeLoad, gatewayLoad);
    }

    /** Returns the value that this part of the changes does not exceed. */
    static double quantile(double[] sorted, double part) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1L, Math.round(part * sorted.length))];
    }
}
