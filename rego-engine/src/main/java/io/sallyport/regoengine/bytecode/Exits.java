package io.sallyport.regoengine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.util.Map;
import java.util.TreeMap;

/** Where a statement jumps to leave its block or its function. */
sealed interface Exits {
    /** Returns the target for leaving {@code signal} blocks, one or more. */
    Label leaving(int signal);

    /** Returns the target for leaving the function, whose answer was set by {@link MethodCode#giveAnswer}. */
    Label returning();

    /** The exits of a block of a function: leaving it continues with the next one. */
    record OfFunction(Label next, Label returning) implements Exits {
        @Override
        public Label leaving(int signal) {
            return next;
        }
    }

    /** The exits of a block inside a statement of a block with {@code outer}. */
    record OfBlock(Label undefined, Exits outer) implements Exits {
        @Override
        public Label leaving(int signal) {
            return signal == Signals.UNDEFINED ? undefined : outer.leaving(signal - 1);
        }

        @Override
        public Label returning() {
            return outer.returning();
        }
    }

    /** Labels that are bound later, one per requested signal. */
    final class Gathered implements Exits {
        private final CodeBuilder code;
        private final Map<Integer, Label> labels = new TreeMap<>();

        Gathered(CodeBuilder code) {
            this.code = code;
        }

        @Override
        public Label leaving(int signal) {
            return labels.computeIfAbsent(signal, s -> code.newLabel());
        }

        @Override
        public Label returning() {
            return leaving(Signals.RETURN);
        }

        Map<Integer, Label> labels() {
            return labels;
        }
    }
}
