package io.sallyport.policycompiler.test;

import io.sallyport.regoengine.builtin.Listener;
import java.util.ArrayList;
import java.util.List;

/** The output and the cases of the running test so far. Confined to one thread. */
final class TestNotes implements Listener {
    private final StringBuilder output = new StringBuilder();
    private final List<List<String>> cases = new ArrayList<>();

    @Override
    public void printed(String line) {
        output.append(line).append('\n');
    }

    @Override
    public void began(List<String> path) {
        cases.add(List.copyOf(path));
    }

    void forget() {
        output.setLength(0);
        cases.clear();
    }

    String output() {
        return output.toString();
    }

    List<List<String>> cases() {
        return cases;
    }
}
