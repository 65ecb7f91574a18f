package io.sallyport.bench.proxy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code Comparison ROOT FOLDER ROUNDS IDLE ROWS PROXIES CLIENTS}: starts the target and every contender that this
 * machine has. Measures them row by row, with the rounds of all contenders interleaved, and then the memory of idle
 * tunnels. The table goes to standard output, progress to standard error.
 *
 * <p>ROOT is the project, FOLDER takes all files, IDLE is the number of idle tunnels (0 for none). CLIENTS is a
 * comma-separated list of client counts, ROWS is {@code all} or names of {@link Row}, and PROXIES is {@code all} or
 * names of {@link Roster}, both separated by commas.
 */
public final class Comparison {
    private static final int MAX_FAILURE_CHARS = 200;

    private final LoadClient client;
    private final List<Contender> contenders;

    private Comparison(LoadClient client, List<Contender> contenders) {
        this.client = client;
        this.contenders = contenders;
    }

    public static void main(String... args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[1])).toRealPath();
        Set<Row> rows = args[4].equals("all")
                ? Stream.of(Row.values()).filter(row -> row.isAmongAll()).collect(Collectors.toSet())
                : Stream.of(args[4].split(",")).map(Row::valueOf).collect(Collectors.toSet());
        List<Contender> contenders = new ArrayList<>();
        try (NginxOrigin origin = NginxOrigin.start(folder.resolve("origin"));
                LoadClient client = new LoadClient()) {
            new Roster(Path.of(args[0]), folder, args[5]).start(contenders, origin);
            var comparison = new Comparison(client, contenders);
            var table = new FigureTable(contenders.stream().map(Contender::name).toList());
            System.out.println(table.head());
            for (Row row : Row.values()) {
                if (rows.contains(row)) {
                    for (int clients : row.isByClients() ? numbers(args[6]) : new int[] {row.connections()}) {
                        System.out.println(
                                table.line(row, clients, comparison.measure(row, clients, Integer.parseInt(args[2]))));
                    }
                }
            }
            if (Integer.parseInt(args[3]) > 0) {
                new IdleMemory(client, contenders, Integer.parseInt(args[3])).print(table, rows);
            }
        } finally {
            contenders.forEach(Contender::close);
        }
    }

    private static int[] numbers(String list) {
        return Stream.of(list.split(",")).mapToInt(Integer::parseInt).toArray();
    }

    private Map<String, List<Sample>> measure(Row row, int clients, int rounds) {
        Map<Contender, List<Sample>> samples = new LinkedHashMap<>();
        for (Contender contender : contenders) {
            if (contender.doors().containsKey(row.way()) && warmed(row, clients, contender)) {
                samples.put(contender, new ArrayList<>());
            }
        }
        for (int round = 0; round < rounds; round++) {
            samples.forEach((contender, all) -> attempt(row, clients, contender, row.operations(clients), all));
        }
        Map<String, List<Sample>> named = new LinkedHashMap<>();
        samples.forEach((contender, all) -> named.put(contender.name(), all));
        return named;
    }

    /** Warms a contender up; those that are not JVMs only fill their caches. */
    private boolean warmed(Row row, int clients, Contender contender) {
        int operations = contender.isJava() ? row.warmUp() : row.operations(clients) / 4;
        return attempt(row, clients, contender, operations, new ArrayList<>());
    }

    private boolean attempt(Row row, int clients, Contender contender, int operations, List<Sample> into) {
        try {
            into.add(sample(row, clients, contender, row.isBulk() ? operations : contender.scaled(operations)));
            return true;
        } catch (Exception failure) { // whatever it is, this contender has no figure here, and the others continue
            String why = String.valueOf(failure.getMessage());
            Progress.say(contender.name() + " cannot do " + row + ": "
                    + why.substring(0, Math.min(MAX_FAILURE_CHARS, why.length())));
            client.release();
            return false;
        }
    }

    private Sample sample(Row row, int clients, Contender contender, int operations) throws Exception {
        ContenderAccess door = contender.doors().get(row.way());
        if (door == null) {
            throw new IOException("no door");
        }
        long allocatedBefore = contender.isJava() ? JavaMemory.allocatedBytes(contender.process()) : 0;
        Duration before = Usage.processorTime(contender.process());
        LoadClient.Ran ran = client.run(row.work(door, clients), row.connections(clients), operations);
        Duration used = Usage.processorTime(contender.process()).minus(before);
        long allocated = contender.isJava() ? JavaMemory.allocatedBytes(contender.process()) - allocatedBefore : 0;
        Sample sample = row.sample(operations, used, allocated, ran);
        Progress.say("%-18s %-20s %10.2f %s, %10.1f%s, %d connections, %d answered 429, %d in error"
                .formatted(
                        row,
                        contender.name(),
                        sample.cost(),
                        row.unit(),
                        sample.rate(),
                        row.rateUnit(),
                        ran.connections(),
                        ran.refused(),
                        ran.errors()));
        return sample;
    }
}
