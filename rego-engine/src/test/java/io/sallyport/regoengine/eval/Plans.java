package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Loads the plans of {@code src/test/resources/plans}. */
final class Plans {
    static final EvalClock CLOCK =
            EvalClock.of(InstantSource.fixed(Instant.ofEpochSecond(1_700_000_000)), new Random(1));

    private Plans() {}

    static byte[] json(String name) {
        try (InputStream in = Plans.class.getResourceAsStream("/plans/" + name + ".plan.json")) {
            if (in == null) {
                throw new IllegalArgumentException("no plan " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Loads a plan as nodes or as bytecode. */
    static Program load(String name, ToBytecode when) {
        return switch (Program.load(json(name), StandardBuiltins.all(), when)) {
            case LoadedProgram.Ready(var program) -> program;
            case LoadedProgram.Refused(var errors) -> throw new IllegalStateException(errors.toString());
        };
    }

    /** Returns the document as JSON; null if it is undefined; the error if it failed. */
    static @Nullable String ask(Program program, String entrypoint, String input, String data, Limits limits) {
        RegoValue asked = RegoJson.valueOf(input);
        return switch (program.evaluate(entrypoint, asked, RegoJson.valueOf(data), limits, CLOCK)) {
            case Outcome.Defined defined -> RegoJson.write(defined.value());
            case Outcome.Undefined _ -> null;
            case Outcome.Failed failed -> failed.kind() + " " + failed.message() + " at " + failed.position();
        };
    }
}
