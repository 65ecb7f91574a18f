package io.sallyport.policycompiler;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Judge;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.guard.CheckSettings;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.decision.guard.QuestionBatch;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.decision.skills.Skill;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.decision.skills.SkillSet;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.PathCase;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.Ruling;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A guard with skills, and questions as sandboxes ask them. */
abstract class SkillDesk {
    static final SkillCompiler COMPILER = new SkillCompiler(
            Limits.DEFAULT, EvalClock.of(InstantSource.system(), new SecureRandom()), ToBytecode.NEVER, PathCase.EXACT);

    static final String RUST = """
            id: rust
            version: "1.2"
            status: enabled
            directory: /skills/rust
            work_directory: /ws
            permissions:
              net:
                allow_domains:
                  - api.github.com
                  - "*.crates.io"
                  - "**.docs.rs"
                  - http://plain.test:8080/a/**
                  - {host: socket.test, schemes: [wss], paths: ["/live"]}
                  - {host: both.test, schemes: [https, ws], methods: []}
                  - {host: verbs.test, methods: [GET, HEAD]}
                  - tcp://db.test:5432
                  - 203.0.113.7
              fs: {read: true, write: true, execute_paths: ["/skills/rust/bin/*"]}
              tools: [web.*]
              models: [gpt-4*]
            commands: {build: build.py, gone: gone.py}
            timeout_ms: 1500
            max_bytes: 4096
            """;

    final AtomicLong nanos = new AtomicLong();
    final SkillRegistry registry = new SkillRegistry();

    static Skill skill(String text) {
        return switch (COMPILER.skill("skill.yaml", text)) {
            case Compilation.Ready<Skill>(var skill, var _) -> skill;
            case Compilation.Refused<Skill>(var diagnostics) -> throw new AssertionError(diagnostics);
            case Compilation.Unavailable<Skill>(var why) -> throw new AssertionError(why);
        };
    }

    static SkillSet set(String... manifests) {
        var skills = new HashMap<String, Skill>();
        for (String manifest : manifests) {
            Skill skill = skill(manifest);
            skills.put(skill.id(), skill);
        }
        return new SkillSet(skills, "d");
    }

    void load(String... manifests) {
        registry.replace(set(manifests));
    }

    /** Grants everything, as a wide lease does. */
    static final Judge EVERYTHING = new Judge() {
        static final Decision GRANTED = new Decision.Allow(ReasonCode.GRANTED, "lease", Mode.ENFORCE, Obligations.NONE);

        @Override
        public Decision decide(CanonicalRequest request) {
            return GRANTED;
        }

        @Override
        public Judgement judge(CanonicalAction action, ActingIdentity identity) {
            return new Judgement(GRANTED, true, true, null);
        }
    };

    static final Judge NOTHING = new Judge() {
        @Override
        public Decision decide(CanonicalRequest request) {
            return Decision.Deny.of(ReasonCode.NO_GRANT);
        }

        @Override
        public Judgement judge(CanonicalAction action, ActingIdentity identity) {
            return new Judgement(Decision.Deny.of(ReasonCode.NO_GRANT), true, true, null);
        }
    };

    Sandbox sandbox(String id, Phase phase, Judge lease, @Nullable Sandbox parent) {
        var facts = new SandboxFacts(new SandboxId(id), "run-1", Map.of(), phase);
        var snapshot = new PolicySnapshot(facts, 1, "00", null, List.of(), lease);
        var admission = new LiveAdmission(
                AdmissionLimits.BY_DEFAULT, InstantSource.system(), nanos::get, new Ledger().open(id, null));
        return new Sandbox(new SandboxId(id), new PolicyHolder(snapshot), admission, parent);
    }

    Sandbox executing() {
        return sandbox("sb", Phase.EXECUTION, EVERYTHING, null);
    }

    Guard guard(CheckSettings settings) {
        return guard(settings, new SimpleMeterRegistry());
    }

    Guard guard(CheckSettings settings, MeterRegistry meters) {
        return new Guard(ClosedPaths.of(ClosedPaths.BY_DEFAULT), registry, settings, meters);
    }

    GuardDesk desk(Guard guard) {
        return new GuardDesk(guard, () -> "id", InstantSource.system(), nanos::get);
    }

    final GuardDesk desk = desk(guard(CheckSettings.BY_DEFAULT));

    static Ruling ask(GuardDesk desk, Sandbox sandbox, String question) {
        var sitting =
                (QuestionBatch) desk.read(sandbox, IdentityKind.RUNNER, question.getBytes(StandardCharsets.UTF_8));
        return sitting.next();
    }

    String reason(Sandbox sandbox, String skill, String question) {
        String whole = "{\"skill_id\":\"" + skill + "\"," + question.substring(1);
        return ask(desk, sandbox, whole).decision().reason().word();
    }

    String rust(String question) {
        load(RUST);
        return reason(executing(), "rust", question);
    }

    static String domain(String name) {
        return "{\"net\":{\"domain\":\"" + name + "\"}}";
    }

    static String url(String url) {
        return "{\"net\":{\"url\":\"" + url + "\"}}";
    }

    static String file(String operation, String path) {
        return "{\"operation\":\"" + operation + "\",\"fs\":{\"path\":\"" + path + "\"}}";
    }
}
