package io.sallyport.regoengine.builtin.yaml;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.builtin.Matchers;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoValue;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.Set;

/** Parses YAML documents as {@code yaml.unmarshal} does. Safe for concurrent use. */
public final class YamlDocument {
    /** The fuel per byte of the limit, for steps and memory; it also covers what aliases repeat. */
    private static final long FUEL_PER_BYTE = 256;

    private static final EvalClock NO_CLOCK = EvalClock.of(InstantSource.fixed(Instant.EPOCH), new Random(0));

    private YamlDocument() {}

    /**
     * Parses UTF-8 text; rejects text that is not YAML, exceeds {@code limits}, or expands to far more than its size.
     */
    public static ParsedJson parse(byte[] text, JsonLimits limits) {
        if (text.length > limits.maxBytes()) {
            return rejected("%d bytes (limit %d)".formatted(text.length, limits.maxBytes()));
        }
        var fuel = new Fuel(FUEL_PER_BYTE * limits.maxBytes(), FUEL_PER_BYTE * limits.maxBytes());
        try {
            String decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
            RegoValue value = YamlReading.read(new BuiltinContext(fuel, NO_CLOCK, new Matchers(Set.of())), decoded);
            value.seal();
            return value.depth() > limits.maxDepth()
                    ? rejected("more than " + limits.maxDepth() + " collections within each other")
                    : new ParsedJson.Accepted(value);
        } catch (CharacterCodingException _) {
            return rejected("not UTF-8");
        } catch (BuiltinError e) {
            return rejected(e.getMessage());
        } catch (LimitExceeded _) {
            return rejected("stands for far more than it is");
        }
    }

    private static ParsedJson.Rejected rejected(String why) {
        return new ParsedJson.Rejected(why, 1, 1);
    }
}
