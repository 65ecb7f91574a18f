package io.sallyport.shared;

import io.lettuce.core.KeyValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The calls of the scripts about records, for one process of one gateway. Immutable. */
record RecordCalls(SharedSettings settings, String process) {
    /** For which a gateway counts as there, of which nothing is heard. */
    private static final long ALIVE_MILLIS = 2_500;

    /** Records that are gone of which the store knows. */
    private static final int MAX_GONE = 100_000;

    private static final int PAGE = 500;

    /** A record of which the store says that it changed. */
    record Change(long number, String name, RecordVersion version) {}

    /** The channel on which all gateways hear of changes. */
    String changes() {
        return key("changed");
    }

    /** The channel on which this process hears which gateways have its changes in force. */
    String confirmations() {
        return key("confirmed:" + process);
    }

    private String key(String kind) {
        return settings.prefix() + ":records:" + kind;
    }

    private String recordKey(String name) {
        return key("record:" + name);
    }

    /** @param follows the generation that it follows, 0 for none; or -1: it is said again */
    CompletionStage<List<Object>> put(StoreSession session, SharedRecord next, long follows) {
        return session.run(
                Script.PUT_RECORD,
                List.of(
                        Membership.state(settings),
                        recordKey(next.name()),
                        key("changes"),
                        Membership.gateways(settings),
                        changes()),
                List.of(
                        session.run(),
                        follows < 0 ? "again" : "next",
                        process,
                        next.name(),
                        Long.toString(next.generation()),
                        Long.toString(Math.max(0, follows)),
                        next.mark(),
                        next.sealed(),
                        Long.toString(ALIVE_MILLIS)));
    }

    CompletionStage<List<Object>> remove(StoreSession session, String name, long generation, boolean again) {
        return session.run(
                Script.REMOVE_RECORD,
                List.of(
                        Membership.state(settings),
                        recordKey(name),
                        key("changes"),
                        Membership.gateways(settings),
                        changes(),
                        key("gone")),
                List.of(
                        again ? "again" : "now",
                        process,
                        name,
                        Long.toString(generation),
                        Long.toString(ALIVE_MILLIS),
                        Integer.toString(MAX_GONE),
                        recordKey("")));
    }

    /** The next page of what changed after a change; empty at the end. */
    CompletionStage<List<Change>> list(StoreSession session, long after) {
        return session.run(
                        Script.LIST_RECORDS,
                        List.of(key("changes")),
                        List.of(Long.toString(after), Integer.toString(PAGE), recordKey("")))
                .thenApply(RecordCalls::changes);
    }

    private static List<Change> changes(List<Object> answer) {
        List<Change> page = new ArrayList<>();
        for (int i = 0; i + 3 < answer.size(); i += 4) {
            var version = new RecordVersion(number(answer.get(i + 1)), text(answer.get(i + 2)));
            page.add(new Change(number(answer.get(i)), text(answer.get(i + 3)), version));
        }
        return page;
    }

    static String text(Object value) {
        return value.toString();
    }

    static long number(Object value) {
        return Long.parseLong(value.toString());
    }

    /** The record as it is there; null if there is none, or it is gone. */
    CompletionStage<@Nullable SharedRecord> get(StoreSession session, String name) {
        return session.connection()
                .async()
                .hmget(recordKey(name), "generation", "mark", "sealed")
                .thenApply(fields -> fields.stream().allMatch(KeyValue::hasValue)
                        ? new SharedRecord(
                                name,
                                number(fields.get(0).getValue()),
                                fields.get(1).getValue(),
                                fields.get(2).getValue())
                        : null);
    }

    /** Up to which generation it is gone, or which is there; 0 for neither. */
    CompletionStage<RecordVersion> version(StoreSession session, String name) {
        return session.connection()
                .async()
                .hmget(recordKey(name), "generation", "mark")
                .thenApply(fields -> new RecordVersion(
                        number(fields.get(0).getValueOrElse("0")), fields.get(1).getValueOrElse("")));
    }

    void confirm(StoreSession session, String origin, String name, RecordVersion version) {
        String message = version.generation() + (version.isGone() ? " gone " : " live ") + name;
        var _ = session.connection().async().publish(key("confirmed:" + origin), message);
    }

    /** Whether the records in the store are sealed with the key of which {@code check} is known. */
    CompletionStage<Boolean> isOurs(StoreSession session, String check) {
        var commands = session.connection().async();
        return commands.hsetnx(Membership.state(settings), "key", check)
                .thenCompose(_ -> commands.hget(Membership.state(settings), "key"))
                .thenApply(check::equals);
    }
}
