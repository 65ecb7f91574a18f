package io.sallyport.console.page;

/**
 * What every page has around its content.
 *
 * @param title of the page
 * @param section the word of the page's place in the navigation; empty outside of it
 * @param name of the token that the session was opened with; empty without a session
 * @param role the token's role
 * @param formToken for each form of the page
 */
public record PageFrame(String title, String section, String name, String role, String formToken) {
    /** Returns the frame of a page without a session. */
    public static PageFrame outside(String title) {
        return new PageFrame(title, "", "", "", "");
    }

    public boolean isInside() {
        return !name.isEmpty();
    }

    /** Returns whether the role may change sandboxes, as the control API judges again. */
    public boolean changesSandboxes() {
        return role.equals("operator") || role.equals("runner");
    }

    /** Returns whether the role may change guardrails, as the control API judges again. */
    public boolean changesGuardrails() {
        return role.equals("operator") || role.equals("security");
    }

    /** Returns whether the role may change workspaces, as the control API judges again. */
    public boolean changesWorkspaces() {
        return role.equals("operator") || role.equals("security");
    }

    /** Returns whether the role may see what waits for a person, as the control API judges again. */
    public boolean seesAsks() {
        return isInside() && !role.equals("runner");
    }

    /** Returns whether the role may answer what waits for a person, as the control API judges again. */
    public boolean answersAsks() {
        return role.equals("operator") || role.equals("security");
    }
}
