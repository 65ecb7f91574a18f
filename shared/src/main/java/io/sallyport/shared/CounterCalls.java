package io.sallyport.shared;

import io.sallyport.decision.ledger.Slice;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The calls of the scripts for one process of one gateway. Immutable. */
record CounterCalls(SharedSettings settings, String gateway, String process) {
    /** What grant.lua does. */
    enum Grant {
        PUT,
        ASSERT,
        DROP,
        END
    }

    String key(String kind) {
        return settings.prefix() + ":" + kind;
    }

    private String key(Slice slice) {
        return key("counter:" + slice.owner() + ":" + slice.currency());
    }

    /** Asks for what is wanted; {@code ahead} whether a share of what is left is welcome. */
    CompletionStage<List<Object>> take(StoreSession session, CounterState state, long need, boolean ahead) {
        List<String> keys = new ArrayList<>();
        keys.add(Membership.state(settings));
        state.chain().forEach(slice -> keys.add(key(slice)));
        return session.run(
                Script.TAKE,
                keys,
                List.of(
                        session.run(),
                        gateway,
                        process,
                        Long.toString(state.out),
                        Long.toString(state.back),
                        Long.toString(state.units.up(state.slice.held().negate())),
                        Long.toString(need),
                        Integer.toString(ahead ? settings.slice() : 0),
                        Long.toString(state.units.step())));
    }

    /** Says what is granted; {@code charged} is what this gateway knows to have charged or to hold. */
    CompletionStage<List<Object>> grant(StoreSession session, CounterState state, Grant mode, BigDecimal charged) {
        Slice slice = state.slice;
        Slice above = slice.above();
        List<String> keys = above == null
                ? List.of(Membership.state(settings), key(slice))
                : List.of(Membership.state(settings), key(slice), key(above));
        return session.run(
                Script.GRANT,
                keys,
                List.of(
                        session.run(),
                        switch (mode) {
                            case PUT -> "put";
                            case ASSERT -> "assert";
                            case DROP -> "drop";
                            case END -> "end";
                        },
                        Long.toString(state.units.down(slice.granted())),
                        gateway,
                        process,
                        Long.toString(state.units.up(charged)),
                        Long.toString(state.out),
                        Long.toString(state.back)));
    }
}
