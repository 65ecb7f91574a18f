import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Fills one engine with a log and asks it the console's questions: ENGINE LOG FOLDER. Prints rows of a table. */
final class EngineComparison {
    private static final int BATCH = 8_192;
    private static final int ASKED = 40;
    private static final Random RANDOM = new Random(3);
    private static long last;
    private static final List<String> IDS = new ArrayList<>();
    private static long begin;
    private static long end;

    interface Question {
        int ask() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[2]);
        Files.createDirectories(folder);
        long started = System.nanoTime();
        try (StoreEngine engine = StoreEngine.open(args[0], folder)) {
            fill(engine, Path.of(args[1]));
            engine.finish();
            double seconds = (System.nanoTime() - started) / 1e9;
            System.out.printf(
                    "%s: %d records in %.1f s (%.0f/s), %d MiB on disk, %s%n",
                    args[0], last, seconds, last / seconds, size(folder) >> 20, memory());
            ask("newest 100 of a busy sandbox", () -> engine.newestOf("sb-" + (1 + RANDOM.nextInt(3))));
            ask("newest 100 of a rare sandbox", () -> engine.newestOf("sb-" + (1500 + RANDOM.nextInt(400))));
            ask("refusals by host and reason, a day", () -> {
                long day = begin + RANDOM.nextInt(29) * 86_400_000L;
                return engine.refusalsOfDay(day, day + 86_400_000L);
            });
            ask("text that is rare", () -> engine.text("acme-7/widget-" + (1000 + RANDOM.nextInt(19_000))));
            ask("text that is common", () -> engine.text("archive"));
            ask("counts by hour, all", engine::byHour);
            ask("counts by reason and verdict, all", engine::byReason);
            ask(
                    "refusals under a suffix, newest 100",
                    () -> engine.suffixRefused(RANDOM.nextBoolean() ? "packages.example.net" : "example.dev"));
            ask("one record by id", () -> engine.byId(IDS.get(RANDOM.nextInt(IDS.size()))));
            ask("a page far back of refusals", () -> engine.refusedBefore(1 + RANDOM.nextLong(last)));
            System.out.println("  after: " + memory());
        }
    }

    private static void fill(StoreEngine engine, Path log) throws Exception {
        try (BufferedReader in = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1)) {
            List<EngineLine> batch = new ArrayList<>(BATCH);
            for (String text = in.readLine(); text != null; text = in.readLine()) {
                EngineLine line = EngineLine.of(++last, text);
                begin = begin == 0 ? line.time() : begin;
                end = line.time();
                if (last % 1009 == 0) {
                    IDS.add(line.id());
                }
                batch.add(line);
                if (batch.size() == BATCH) {
                    engine.add(batch);
                    batch.clear();
                }
            }
            engine.add(batch);
        }
    }

    private static void ask(String name, Question question) throws Exception {
        question.ask();
        long[] micros = new long[ASKED];
        long rows = 0;
        for (int i = 0; i < ASKED; i++) {
            long from = System.nanoTime();
            rows += question.ask();
            micros[i] = (System.nanoTime() - from) / 1_000;
        }
        Arrays.sort(micros);
        System.out.printf(
                "  %-36s p50 %8.1f ms  max %8.1f ms  (%d rows)%n",
                name, micros[ASKED / 2] / 1e3, micros[ASKED - 1] / 1e3, rows / ASKED);
    }

    private static long size(Path folder) throws Exception {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static String memory() throws Exception {
        String status = Files.readString(Path.of("/proc/self/status"));
        StringBuilder out = new StringBuilder();
        for (String line : status.split("\n")) {
            if (line.startsWith("VmHWM") || line.startsWith("RssAnon")) {
                out.append(line.replaceAll("\\s+", " ")).append("  ");
            }
        }
        return out.toString().strip();
    }
}
