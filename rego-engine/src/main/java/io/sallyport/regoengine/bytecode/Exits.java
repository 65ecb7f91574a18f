package io.sallyport.regoengine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.util.Map;
import java.util.TreeMap;

/** Where a statement goes that leaves its block, or ends its function. */
sealed interface Exits {
    /** The way out of {@code signal} blocks, one or more. */
    Label leaving(int signal);

    /** The way out of the function, whose answer stands where {@link MethodCode#giveAnswer} put it. */
    Label returning();

    /** Of a block of a function: whatever leaves it comes to the next one. */
    record OfFunction(Label next, Label returning) implements Exits {
        @Override
        public Label leaving(int signal) {
            return next;
        }
    }

    /** Of a block inside a statement of a block that has {@code outer}. */
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

    /** Labels that are bound later, one for each signal that was asked for. */
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
