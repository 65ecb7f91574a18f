package io.sallyport.cli.run;

import io.sallyport.model.answer.Diagnosis;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts the diagnoses of a run's clients; as many different ones as there are faults and tools. Safe for concurrent
 * use.
 */
final class ClientDiagnoses {
    private final Map<Diagnosis, Integer> times = new LinkedHashMap<>(); // guarded by itself

    void count(Diagnosis diagnosis) {
        synchronized (times) {
            times.merge(diagnosis, 1, Integer::sum);
        }
    }

    /** Prints one line for each diagnosis, the first to come first. */
    void print(PrintWriter err) {
        synchronized (times) {
            times.forEach((diagnosis, count) -> err.println(
                    "sallyport: %d x %s: %s".formatted(count, diagnosis.fault().word(), diagnosis.sentence())));
        }
    }
}
