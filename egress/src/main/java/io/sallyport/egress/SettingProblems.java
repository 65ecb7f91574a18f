package io.sallyport.egress;

import java.util.ArrayList;
import java.util.List;

/** Collects the problems in the settings, so that the operator sees all of them at once. Confined to one thread. */
final class SettingProblems {
    private final List<EgressPolicy.Problem> found = new ArrayList<>();

    void add(String setting, String entry, String why) {
        found.add(new EgressPolicy.Problem(setting, entry, why));
    }

    List<EgressPolicy.Problem> found() {
        return List.copyOf(found);
    }
}
