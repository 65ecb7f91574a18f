package io.sallyport.fence;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** What the program is told: lists of texts, of sockets to open, and of command and environment (program/task.go). */
final class TaskMessage {
    private TaskMessage() {}

    /** What to open in addition; it comes first. The caller releases it. */
    static ByteBuf of(List<String> listen) {
        ByteBuf message = Unpooled.buffer();
        write(listen, message);
        return message;
    }

    /** What to run. The caller releases it. */
    static ByteBuf of(List<String> command, Map<String, String> environment) {
        ByteBuf message = Unpooled.buffer();
        write(command, message);
        write(
                environment.entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .toList(),
                message);
        return message;
    }

    private static void write(List<String> texts, ByteBuf message) {
        message.writeInt(texts.size());
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            message.writeInt(bytes.length).writeBytes(bytes);
        }
    }
}
