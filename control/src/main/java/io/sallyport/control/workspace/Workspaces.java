package io.sallyport.control.workspace;

import io.sallyport.control.calls.WorkspaceRules;
import io.sallyport.model.WorkspaceId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The workspaces in force, and the operator's rules for them. Safe for concurrent use. */
public final class Workspaces {
    /** Limit of workspaces at one time. */
    public static final int MAX_WORKSPACES = 1_000;

    private final WorkspaceRules rules;
    private final Map<WorkspaceId, WorkspaceState> states = new ConcurrentHashMap<>();

    public Workspaces(WorkspaceRules rules) {
        this.rules = rules;
    }

    public WorkspaceRules rules() {
        return rules;
    }

    public @Nullable WorkspaceState find(WorkspaceId id) {
        return states.get(id);
    }

    public Collection<WorkspaceState> all() {
        return List.copyOf(states.values());
    }

    public boolean isFull() {
        return states.size() >= MAX_WORKSPACES;
    }

    /** Makes {@code next} the state of its workspace. */
    public void put(WorkspaceState next) {
        states.put(next.id(), next);
    }

    /** Forgets the workspace; its id may be used again. */
    public void forget(WorkspaceId id) {
        states.remove(id);
    }
}
