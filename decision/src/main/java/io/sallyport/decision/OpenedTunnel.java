package io.sallyport.decision;

import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;

/** The obligation of a tunnel whose CONNECT does not show what a rule read: what is inside must be judged. */
final class OpenedTunnel {
    private static final RegoObject OBLIGATION =
            RegoObject.growing().put("intercept", RegoBoolean.TRUE).sealed();

    private OpenedTunnel() {}

    /** What was said, and this obligation; an answer that is no set stays as it is, and refuses. */
    static RegoObject in(RegoObject said) {
        RegoValue obligations = said.get("obligations");
        if (obligations != null && !(obligations instanceof RegoSet)) {
            return said;
        }
        RegoSet more = RegoSet.growing();
        if (obligations instanceof RegoSet set) {
            set.list().forEach(more::add);
        }
        more.add(OBLIGATION);
        EntryObject opened = RegoObject.growing();
        said.forEach(opened::put);
        opened.put("obligations", more);
        return opened.sealed();
    }
}
