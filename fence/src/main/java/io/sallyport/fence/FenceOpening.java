package io.sallyport.fence;

/** Whether a fence could be opened. */
public sealed interface FenceOpening {
    /** The caller closes the fence. */
    record Opened(Fence fence) implements FenceOpening {}

    /**
     * The machine does not let it.
     *
     * @param why for people, with what to enable where that is known
     */
    record Refused(String why) implements FenceOpening {}
}
