package io.sallyport.policycompiler;

import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.eval.Entrypoint;
import io.sallyport.regoengine.eval.LoadedProgram;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.eval.ToBytecode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The shipped policy library: its Rego for bundles, and its plan, compiled at build time, for evaluation. Loaded once
 * and shared.
 */
public final class Library {
    private static final String FOLDER = "/io/sallyport/rego/";
    private static final List<String> FILES =
            List.of("calls.rego", "decision.rego", "matching.rego", "naming.rego", "tightening.rego");

    /** The decision document. */
    static final String DECISION = "sallyport/decision";

    private static final Map<ToBytecode, Entrypoint> LOADED = new ConcurrentHashMap<>();

    private Library() {}

    /**
     * Returns the document {@code data.sallyport.decision}. Loaded on first use, so that writing a bundle loads no
     * program.
     */
    static Entrypoint decision(ToBytecode when) {
        return LOADED.computeIfAbsent(when, Library::loaded);
    }

    /** Loads its program, if it is not loaded, so that the first policy need not. */
    public static void load(ToBytecode when) {
        var _ = decision(when);
    }

    /** Returns file names, below {@code sallyport/}, and texts. */
    public static Map<String, String> rego() {
        Map<String, String> files = new LinkedHashMap<>();
        FILES.forEach(file -> files.put("sallyport/" + file, new String(read(file), StandardCharsets.UTF_8)));
        return files;
    }

    private static byte[] read(String file) {
        try (InputStream in = Library.class.getResourceAsStream(FOLDER + file)) {
            return Objects.requireNonNull(in, () -> "the policy library lacks " + file)
                    .readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("the policy library cannot be read: " + file, e);
        }
    }

    private static Entrypoint loaded(ToBytecode when) {
        return switch (Program.load(read("plan.json"), StandardBuiltins.all(), when)) {
            case LoadedProgram.Ready(Program program) -> Objects.requireNonNull(program.entrypoint(DECISION), DECISION);
            case LoadedProgram.Refused(var errors) ->
                throw new IllegalStateException("the policy library does not load: " + errors);
        };
    }
}
