package io.sallyport.model;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The id of a sandbox: a letter or digit, then at most 62 of {@code [A-Za-z0-9._-]}. The topmost ancestor of the
 * sandboxes of a workspace has {@code workspace:ID}, which {@link #parse} refuses: nobody outside can name it as a
 * sandbox. Compared byte for byte.
 */
public record SandboxId(String text) {
    /** What the id of a workspace begins with where it stands for an ancestor. */
    static final String WORKSPACE = "workspace:";

    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}";
    private static final Pattern FORM = Pattern.compile(NAME);
    private static final Pattern ANCESTOR = Pattern.compile(WORKSPACE + NAME);

    public SandboxId {
        if (!FORM.matcher(text).matches() && !ANCESTOR.matcher(text).matches()) {
            throw new IllegalArgumentException("sandbox id: not of the form " + FORM);
        }
    }

    /** Returns the id, or null if {@code text} is not the id of a sandbox. */
    public static @Nullable SandboxId parse(String text) {
        return FORM.matcher(text).matches() ? new SandboxId(text) : null;
    }

    /** Returns whether the id stands for a workspace. */
    public boolean isWorkspace() {
        return text.startsWith(WORKSPACE);
    }

    /** Returns the workspace that the id stands for, or null if it is a sandbox's. */
    public @Nullable WorkspaceId workspace() {
        return isWorkspace() ? new WorkspaceId(text.substring(WORKSPACE.length())) : null;
    }

    /** Returns the name of its policy where that is an ancestor's: {@code parent:ID} or {@code workspace:ID}. */
    public String asAncestor() {
        return isWorkspace() ? text : "parent:" + text;
    }

    /** Returns whether the rule was named by an ancestor's policy, see {@link #asAncestor}. */
    public static boolean isOfAncestor(String rule) {
        return rule.startsWith("parent:") || rule.startsWith(WORKSPACE);
    }

    @Override
    public String toString() {
        return text;
    }
}
