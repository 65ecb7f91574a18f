package io.sallyport.model;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The capabilities and the kind of question that each is for. Names are lower case and exact. */
public final class CapabilityName {
    /** Network access; its targets are requests. */
    public static final String NET_FETCH = "net.fetch";

    public static final String TOOL_CALL = "tool.call";
    public static final String FS_READ = "fs.read";
    public static final String FS_WRITE = "fs.write";
    public static final String MODEL_USE = "model.use";
    public static final String AGENT_DELEGATE = "agent.delegate";

    private static final int MAX_CHARS = 128;
    private static final Pattern VENDOR = Pattern.compile("x-vendor(?:\\.[a-z0-9_-]+){2,}");

    private CapabilityName() {}

    /**
     * Returns the kind of an action under that capability, or null if there is none; network access is a request, not
     * an action.
     */
    public static @Nullable RequestKind kindOf(String capability) {
        return switch (capability) {
            case TOOL_CALL -> RequestKind.TOOL;
            case FS_READ, FS_WRITE -> RequestKind.FILE;
            case MODEL_USE -> RequestKind.MODEL;
            case AGENT_DELEGATE -> RequestKind.DELEGATE;
            default -> isVendor(capability) ? RequestKind.VENDOR : null;
        };
    }

    /** Returns whether a vendor may define a capability of that name. */
    public static boolean isVendor(String capability) {
        return capability.length() <= MAX_CHARS && VENDOR.matcher(capability).matches();
    }
}
