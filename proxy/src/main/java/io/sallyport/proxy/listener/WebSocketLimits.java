package io.sallyport.proxy.listener;

/**
 * Bounds of one WebSocket, each way by itself.
 *
 * @param maxMessageBytes of one message, all its fragments together; one more byte ends the WebSocket
 * @param maxJudgedBytes of one message that a rule reads, which waits until it is whole
 * @param maxMessagesPerSecond messages, and frames that control the connection; one more ends the WebSocket
 */
public record WebSocketLimits(int maxMessageBytes, int maxJudgedBytes, int maxMessagesPerSecond) {
    public static final WebSocketLimits DEFAULT = new WebSocketLimits(64 << 20, 1 << 20, 1_000);

    public WebSocketLimits {
        SettingChecks.positive("maxMessageBytes", maxMessageBytes);
        SettingChecks.positive("maxJudgedBytes", maxJudgedBytes);
        SettingChecks.positive("maxMessagesPerSecond", maxMessagesPerSecond);
    }
}
