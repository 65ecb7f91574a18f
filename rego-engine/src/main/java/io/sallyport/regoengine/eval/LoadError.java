package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.plan.Position;
import org.jspecify.annotations.Nullable;

/**
 * Why a plan cannot be run.
 *
 * @param code stable: {@code unknown_builtin}, {@code malformed_plan}
 * @param position in the policy, or null if the error has none
 */
public record LoadError(
        String code, String message, @Nullable Position position) {
    public static LoadError malformed(String why, @Nullable Position position) {
        return new LoadError("malformed_plan", why, position);
    }

    static LoadError unknownBuiltin(String name, Position position) {
        return new LoadError("unknown_builtin", "there is no function " + name + " in this engine", position);
    }

    @Override
    public String toString() {
        return (position == null ? "" : position + ": ") + code + ": " + message;
    }
}
