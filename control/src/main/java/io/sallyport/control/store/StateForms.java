package io.sallyport.control.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sallyport.decision.FetchAllowance;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The JSON of the state directory, version 1 ({@code docs/state.md}). Unknown members are refused. */
final class StateForms {
    static final int VERSION = 1;

    private static final JsonMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .addModule(ModelJson.MODULE)
            // an older version, which refuses members that it does not know, reads a file that does not use them
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private StateForms() {}

    /** What every file contains. */
    interface Versioned {
        int v();
    }

    record FloorForm(int v, long generation) implements Versioned {}

    /** @param spent currency to amount, as decimal text */
    record SpentForm(int v, Map<String, String> spent) implements Versioned {
        SpentForm {
            Objects.requireNonNull(spent, "spent");
        }
    }

    /**
     * @param served successful fetches
     * @param attempts attempts at forges
     * @param fileAttempts attempts at single files
     * @param bytes bytes received
     */
    record FetchedForm(int v, int served, long attempts, long fileAttempts, long bytes) implements Versioned {}

    record SkillsForm(int v, @Nullable Map<String, String> manifests, Map<String, Boolean> turned)
            implements Versioned {
        SkillsForm {
            Objects.requireNonNull(turned, "turned");
        }
    }

    /**
     * @param ended absent if the term has not ended, as in files of older versions
     * @param trials absent if nothing is tried
     * @param receipt absent if it was not put by a delegation
     */
    record SandboxForm(
            int v,
            String id,
            long generation,
            long guardrailsEpoch,
            String digest,
            String phase,
            String proxyTokenSha256,
            String fetchTokenSha256,
            SandboxDocuments documents,
            @Nullable StoredLease lease,
            @Nullable Boolean ended,
            @Nullable StoredTrials trials,
            @Nullable String receipt)
            implements Versioned {
        SandboxForm {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(digest, "digest");
            Objects.requireNonNull(phase, "phase");
            Objects.requireNonNull(proxyTokenSha256, "proxy_token_sha256");
            Objects.requireNonNull(fetchTokenSha256, "fetch_token_sha256");
            Objects.requireNonNull(documents, "documents");
        }
    }

    /** @param ended absent if the term has not ended */
    record WorkspaceForm(
            int v,
            WorkspaceId id,
            long generation,
            String digest,
            SandboxDocuments documents,
            @Nullable Boolean ended) implements Versioned {
        WorkspaceForm {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(digest, "digest");
            Objects.requireNonNull(documents, "documents");
        }
    }

    /** @param revokedAt milliseconds since the epoch */
    record RevokedForm(int v, String id, long revokedAt) implements Versioned {
        RevokedForm {
            Objects.requireNonNull(id, "id");
        }
    }

    static byte[] write(Versioned form) {
        return JSON.writeValueAsBytes(form);
    }

    static <T extends Versioned> T read(Path file, byte[] bytes, Class<T> type) throws StateException {
        T form;
        try {
            form = JSON.readValue(bytes, type);
        } catch (JacksonException e) {
            throw new StateException(file, "cannot be read: " + e.getOriginalMessage());
        }
        if (form == null || form.v() != VERSION) {
            throw new StateException(file, "not of version " + VERSION);
        }
        return form;
    }

    /** Returns the length of the documents as JSON. */
    static long chars(SandboxDocuments documents) {
        return JSON.writeValueAsString(documents).length();
    }

    static String line(Endpoints endpoints) {
        return JSON.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(endpoints);
    }

    static Endpoints endpoints(Path file, byte[] bytes) throws StateException {
        try {
            return JSON.readValue(bytes, Endpoints.class);
        } catch (JacksonException e) {
            throw new StateException(file, "cannot be read: " + e.getOriginalMessage());
        }
    }

    static SandboxForm of(SandboxRecord sandbox) {
        return new SandboxForm(
                VERSION,
                sandbox.id().text(),
                sandbox.generation(),
                sandbox.epoch(),
                sandbox.digest(),
                sandbox.phase().word(),
                sandbox.proxyToken(),
                sandbox.fetchToken(),
                sandbox.documents(),
                sandbox.lease(),
                sandbox.ended() ? true : null,
                sandbox.trials().equals(StoredTrials.NONE) ? null : sandbox.trials(),
                sandbox.receipt());
    }

    static WorkspaceForm of(WorkspaceRecord workspace) {
        return new WorkspaceForm(
                VERSION,
                workspace.id(),
                workspace.generation(),
                workspace.digest(),
                workspace.documents(),
                workspace.ended() ? true : null);
    }

    static WorkspaceRecord workspace(WorkspaceForm form) {
        return new WorkspaceRecord(
                form.id(), form.generation(), form.digest(), form.documents(), Boolean.TRUE.equals(form.ended()));
    }

    static SpentForm ofSpent(Map<String, BigDecimal> amounts) {
        var texts = new TreeMap<String, String>();
        amounts.forEach((currency, amount) -> texts.put(currency, amount.toPlainString()));
        return new SpentForm(VERSION, texts);
    }

    static Map<String, BigDecimal> spent(Path file, SpentForm form) throws StateException {
        var amounts = new LinkedHashMap<String, BigDecimal>();
        try {
            form.spent().forEach((currency, text) -> amounts.put(currency, new BigDecimal(text)));
        } catch (NumberFormatException e) {
            throw new StateException(file, "holds an amount that is no decimal number", e);
        }
        return amounts;
    }

    static FetchedForm of(FetchAllowance.Counts counts) {
        return new FetchedForm(VERSION, counts.served(), counts.attempts(), counts.fileAttempts(), counts.bytes());
    }

    static FetchAllowance.Counts fetched(Path file, FetchedForm form) throws StateException {
        try {
            return new FetchAllowance.Counts(form.served(), form.attempts(), form.fileAttempts(), form.bytes());
        } catch (IllegalArgumentException e) {
            throw new StateException(file, "holds a count below 0", e);
        }
    }

    static SkillsForm of(StoredSkills skills) {
        return new SkillsForm(VERSION, skills.manifests(), skills.turned());
    }

    static StoredSkills skills(SkillsForm form) {
        return new StoredSkills(form.manifests(), form.turned());
    }

    /** @throws IllegalArgumentException if the id or the phase is invalid */
    static SandboxRecord sandbox(SandboxForm form) {
        return new SandboxRecord(
                new SandboxId(form.id()),
                form.generation(),
                form.guardrailsEpoch(),
                form.digest(),
                ModelJson.phase(form.phase()),
                form.documents(),
                form.proxyTokenSha256(),
                form.fetchTokenSha256(),
                form.lease(),
                Boolean.TRUE.equals(form.ended()),
                form.trials() == null ? StoredTrials.NONE : form.trials(),
                form.receipt());
    }
}
