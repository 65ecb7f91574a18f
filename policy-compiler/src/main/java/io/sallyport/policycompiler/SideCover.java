package io.sallyport.policycompiler;

import io.sallyport.model.Grant;
import io.sallyport.model.RequestKind;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The grants of one side for the hosts of one group and one port. Confined to its builder. */
final class SideCover {
    private static final int NONE = -1;

    private int first = NONE;
    private int whole = NONE;
    private boolean tunnel = true;
    private @Nullable PathTable paths;

    /** Adds the grant with that number; numbers must increase. */
    void add(int number, Grant.Net grant, List<RequestKind> kinds) {
        tunnel &= grant.leavesTunnelsClosed();
        if (kinds.contains(RequestKind.CONNECT) && first == NONE) {
            first = number;
        }
        if (kinds.contains(RequestKind.HTTP) || kinds.contains(RequestKind.FETCH)) {
            addRequests(number, grant);
        }
    }

    /** Adds the grant with that number for the tunnel alone, inside which the gateway must look. */
    void addOpenedTunnel(int number, List<RequestKind> kinds) {
        if (kinds.contains(RequestKind.CONNECT)) {
            tunnel = false;
            first = first == NONE ? number : first;
        }
    }

    private void addRequests(int number, Grant.Net grant) {
        if (!grant.coversWholeHost()) {
            table().add(number, grant);
        } else if (whole == NONE) {
            whole = number;
        }
    }

    private PathTable table() {
        PathTable made = paths == null ? new PathTable() : paths;
        paths = made;
        return made;
    }

    /** Returns the form that the library reads; appends its path table to {@code tables}. */
    RegoObject value(List<RegoObject> tables) {
        EntryObject object = RegoObject.growing();
        if (first != NONE) {
            object.put("first", RegoNumber.of(first)).put("tunnel", RegoBoolean.of(tunnel));
        }
        if (whole != NONE) {
            object.put("whole", RegoNumber.of(whole));
        }
        if (paths != null) {
            object.put("paths", RegoNumber.of(tables.size()));
            tables.add(paths.value());
        }
        return object.sealed();
    }
}
