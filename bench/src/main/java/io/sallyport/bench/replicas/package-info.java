/**
 * What many gateways with one store would do: costs are measured at one machine, the rest is simulated. Start at
 * {@link io.sallyport.bench.replicas.FleetSimulation}.
 */
@NullMarked
package io.sallyport.bench.replicas;

import org.jspecify.annotations.NullMarked;
