package io.sallyport.leasebridge.arcp;

import io.sallyport.leasebridge.CostMetric;
import io.sallyport.leasebridge.arcp.JobChange.Ended;
import io.sallyport.leasebridge.arcp.JobChange.Granted;
import io.sallyport.leasebridge.arcp.JobChange.Spent;
import io.sallyport.leasebridge.arcp.Output.Changed;
import io.sallyport.leasebridge.arcp.Output.Failed;
import io.sallyport.leasebridge.arcp.Output.Noted;
import io.sallyport.leasebridge.arcp.Output.Send;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Follows the jobs of an ARCP runtime (ARCP 1.1, specs: leases, section 10) without changing them: lists them at each
 * {@link #poll}, subscribes to those that run, and reports their leases, their spending and their ends. Opens no
 * socket: messages come in as text, and actions come out. Its knowledge of jobs outlives a connection; a new connection
 * lists and receives everything again. Confined to its thread.
 */
public final class ArcpSubscriber {
    /** Limit of jobs followed at one time; other jobs get no lease, and so no network access. */
    public static final int MAX_JOBS = 10_000;

    /** Limit of a message in chars; a longer one cannot be read. */
    public static final int MAX_MESSAGE_CHARS = 4 << 20;

    private static final int PAGE = 500; // jobs per answer
    private static final List<String> FEATURES =
            List.of("list_jobs", "subscribe", "lease_expires_at", "cost.budget", "model.use");
    private static final List<String> NEEDED = List.of("list_jobs", "subscribe");
    private static final Set<String> LIVE = Set.of("pending", "queued", "accepted", "running", "paused");

    private final String token;
    private final Supplier<String> ids;
    private final Map<String, SubscribedJob> jobs = new LinkedHashMap<>();
    private final Set<String> listed = new HashSet<>();
    private boolean welcomed;
    private @Nullable String listing;
    private long lastSeq;

    /**
     * Creates a subscriber that has not received anything.
     *
     * @param token bearer token; sent in the first message only
     * @param ids generates the id of each message, a ULID
     * @param known jobs that already have leases; those that the runtime does not list end
     */
    public ArcpSubscriber(String token, Supplier<String> ids, Collection<String> known) {
        this.token = token;
        this.ids = ids;
        known.forEach(job -> jobs.put(job, new SubscribedJob()));
    }

    /** Returns the first messages on a new connection. */
    public List<Output> opened() {
        welcomed = false;
        listing = null;
        lastSeq = 0;
        jobs.values().forEach(SubscribedJob::unsubscribed);
        ObjectNode hello = JsonNodeFactory.instance.objectNode();
        hello.putObject("client").put("name", "sallyport").put("version", "1");
        hello.putObject("auth").put("scheme", "bearer").put("token", token);
        ObjectNode capabilities = hello.putObject("capabilities");
        capabilities.putArray("encodings").add("json");
        FEATURES.forEach(capabilities.putArray("features")::add);
        return List.of(new Send(Envelope.text(ids.get(), "session.hello", null, hello)));
    }

    /** Returns the request for the list of jobs; nothing if one is under way or the runtime has not welcomed us yet. */
    public List<Output> poll() {
        if (!welcomed || listing != null) {
            return List.of();
        }
        listed.clear();
        return List.of(list(null));
    }

    private Output list(@Nullable String cursor) {
        ObjectNode payload = JsonNodeFactory.instance.objectNode().put("limit", PAGE);
        if (cursor != null) {
            payload.put("cursor", cursor);
        }
        String id = ids.get();
        listing = id;
        return new Send(Envelope.text(id, "session.list_jobs", null, payload));
    }

    /** Handles one message from the runtime. */
    public List<Output> received(String message) {
        Envelope envelope = Envelope.parse(message);
        if (envelope == null) {
            return List.of(new Failed("the runtime sent a message that cannot be read"));
        }
        return switch (envelope.type()) {
            case "session.welcome" -> welcome(envelope.payload());
            case "session.error" ->
                List.of(new Failed("the runtime refused: " + shown(envelope.text("code")) + ": "
                        + shown(envelope.text("message"))));
            case "session.ping" -> pong(envelope);
            case "session.jobs" -> jobs(envelope);
            case "job.subscribed" -> subscribed(envelope);
            case "job.event" -> event(envelope);
            case "job.result" -> ended(envelope, envelope.text("final_status"));
            case "job.error" -> ended(envelope, "error");
            case "job.cancelled" -> ended(envelope, "cancelled");
            default -> List.of();
        };
    }

    private List<Output> welcome(JsonNode payload) {
        Set<String> offered = new HashSet<>();
        payload.path("capabilities").path("features").forEach(feature -> offered.add(feature.stringValue("")));
        if (!offered.containsAll(NEEDED)) {
            return List.of(new Failed("the runtime does not offer " + String.join(" and ", NEEDED)));
        }
        welcomed = true;
        return poll();
    }

    private List<Output> pong(Envelope ping) {
        ObjectNode payload = JsonNodeFactory.instance
                .objectNode()
                .put("ping_nonce", ping.text("nonce"))
                .put("received_at", ping.text("sent_at"));
        return List.of(new Send(Envelope.text(ids.get(), "session.pong", null, payload)));
    }

    private List<Output> jobs(Envelope page) {
        if (!page.text("request_id").equals(listing)) {
            return List.of();
        }
        List<Output> outputs = new ArrayList<>();
        for (JsonNode job : page.payload().path("jobs")) {
            String id = job.path("job_id").stringValue("");
            if (LIVE.contains(job.path("status").stringValue("")) && !id.isEmpty()) {
                listed.add(id);
                follow(id, outputs);
            }
        }
        String next = page.payload().path("next_cursor").stringValue(null);
        if (next != null) {
            outputs.add(list(next));
            return outputs;
        }
        listing = null;
        jobs.keySet().stream().filter(id -> !listed.contains(id)).toList().forEach(id -> end(id, "vanished", outputs));
        return outputs;
    }

    private void follow(String id, List<Output> outputs) {
        SubscribedJob job = jobs.get(id);
        if (job == null && jobs.size() >= MAX_JOBS) {
            outputs.add(new Noted("more than " + MAX_JOBS + " jobs run: " + shown(id) + " gets no lease"));
            return;
        }
        if (job == null) {
            job = new SubscribedJob();
            jobs.put(id, job);
        }
        if (!job.isSubscribed()) {
            outputs.add(subscribe(id, job));
        }
    }

    private Output subscribe(String id, SubscribedJob job) {
        job.subscribing();
        ObjectNode payload = JsonNodeFactory.instance
                .objectNode()
                .put("job_id", id)
                .put("history", true)
                .put("from_event_seq", 0);
        return new Send(Envelope.text(ids.get(), "job.subscribe", id, payload));
    }

    private List<Output> subscribed(Envelope answer) {
        String id = answer.text("job_id");
        List<Output> outputs = new ArrayList<>();
        SubscribedJob job = jobs.get(id);
        if (job == null) {
            return outputs;
        }
        JsonNode payload = answer.payload();
        if (payload.has("credentials")) {
            outputs.add(new Noted("the runtime sent credentials of " + shown(id) + " to a subscriber: passed over"));
        }
        if (!LIVE.contains(answer.text("current_status"))) {
            end(id, answer.text("current_status"), outputs);
            return outputs;
        }
        JsonNode constraints = payload.path("lease_constraints");
        outputs.add(new Changed(new Granted(
                id,
                answer.text("agent"),
                payload.path("parent_job_id").stringValue(null),
                payload.path("lease").isObject() ? payload.path("lease").toString() : "{}",
                constraints.isMissingNode() || constraints.isNull() ? null : constraints.toString(),
                remaining(payload.path("budget")))));
        job.granted();
        job.totals().forEach((currency, total) -> outputs.add(new Changed(new Spent(id, currency, total))));
        return outputs;
    }

    /** Reads amounts, which are numbers or entries of a budget; null if absent. */
    private static @Nullable Map<String, BigDecimal> remaining(JsonNode budget) {
        if (!budget.isObject()) {
            return null;
        }
        Map<String, BigDecimal> remaining = new LinkedHashMap<>();
        budget.properties().forEach(entry -> {
            JsonNode amount = entry.getValue();
            if (amount.isNumber()) {
                remaining.put(entry.getKey(), amount.decimalValue());
            }
        });
        return remaining;
    }

    private List<Output> event(Envelope event) {
        SubscribedJob job = jobs.get(event.jobId());
        if (job == null || job.wasHeard(event.eventSeq())) {
            return List.of();
        }
        boolean isGap = !job.follows(event.eventSeq()) && event.eventSeq() > lastSeq + 1;
        lastSeq = Math.max(lastSeq, event.eventSeq());
        job.heard(event.eventSeq());
        List<Output> outputs = new ArrayList<>();
        if (event.text("kind").equals("metric")) {
            spend(event, job, outputs);
        }
        if (isGap) {
            outputs.add(subscribe(String.valueOf(event.jobId()), job));
        }
        return outputs;
    }

    private static void spend(Envelope event, SubscribedJob job, List<Output> outputs) {
        JsonNode body = event.payload().path("body");
        JsonNode value = body.path("value");
        String name = body.path("name").stringValue("");
        CostMetric metric = CostMetric.parse(
                name,
                value.isNumber() ? value.toString() : null,
                body.path("unit").stringValue(null));
        if (metric == null && !CostMetric.isEcho(name) && job.isFirstWorthless()) {
            outputs.add(new Noted("job " + shown(String.valueOf(event.jobId())) + " reports the metric " + shown(name)
                    + ", which spends nothing; further ones are not told"));
        }
        if (metric != null && job.spend(metric.currency(), metric.amount()) && job.isGranted()) {
            BigDecimal total = job.totals().getOrDefault(metric.currency(), metric.amount());
            outputs.add(new Changed(new Spent(String.valueOf(event.jobId()), metric.currency(), total)));
        }
    }

    private List<Output> ended(Envelope envelope, String why) {
        List<Output> outputs = new ArrayList<>();
        end(envelope.jobId(), why, outputs);
        return outputs;
    }

    private void end(@Nullable String id, String why, List<Output> outputs) {
        if (id != null && jobs.remove(id) != null) {
            outputs.add(new Changed(new Ended(id, shown(why))));
        }
    }

    /** Returns a peer's text, shortened and on one line. */
    private static String shown(String text) {
        String cut = text.length() <= 200 ? text : text.substring(0, 200) + "...";
        return cut.replaceAll("\\p{Cntrl}", " ");
    }
}
