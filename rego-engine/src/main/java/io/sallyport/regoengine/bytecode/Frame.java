package io.sallyport.regoengine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.util.Map;

/** Where the locals of a plan function are stored while one of its methods runs. */
sealed interface Frame {
    void load(CodeBuilder code, int local);

    /** Pops the value of {@code local}. */
    void store(CodeBuilder code, int local);

    /** In JVM locals: maps the number of a local to a slot. */
    record Slots(Map<Integer, Integer> slots) implements Frame {
        @Override
        public void load(CodeBuilder code, int local) {
            code.aload(slots.getOrDefault(local, 0));
        }

        @Override
        public void store(CodeBuilder code, int local) {
            code.astore(slots.getOrDefault(local, 0));
        }
    }

    /** In an array, which the pieces of a large function share: maps the number of a local to an index. */
    record Array(int slot, Map<Integer, Integer> places) implements Frame {
        @Override
        public void load(CodeBuilder code, int local) {
            code.aload(slot).loadConstant((int) places.getOrDefault(local, 0)).aaload();
        }

        @Override
        public void store(CodeBuilder code, int local) {
            code.aload(slot).loadConstant((int) places.getOrDefault(local, 0));
            NodeMethod.SET.call(code);
        }
    }
}
