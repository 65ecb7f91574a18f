package io.sallyport.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.sallyport.decision.Judging;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Decision;
import io.sallyport.model.DialRefusal;
import io.sallyport.model.DialVerdict;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.text.Parsed;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks the table of modules: a module may use only lower layers, and of those only what its row names. */
class ArchitectureTest {
    private static final String BASE = "io.sallyport.";

    /** OPA's compiler as JVM classes: generated, and large enough to fill the heap. */
    private static final String GENERATED = "/regoengine/compiler/opa/";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains(GENERATED))
            .importPackages("io.sallyport");

    private static final Set<String> BELOW_THE_GATEWAY = Set.of(
            "model",
            "documents",
            "transport",
            "web",
            "findings",
            "regoengine",
            "rego",
            "decision",
            "shared",
            "egress",
            "credentials",
            "inference",
            "leasebridge",
            "audit",
            "auditstore",
            "auditexport",
            "policycompiler",
            "bundles",
            "control",
            "proxy",
            "fetch",
            "models",
            "admin",
            "console",
            "apiservers",
            "configuration");

    /** The table: a module and which of our modules it may use. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("model", Set.of()),
            Map.entry("documents", Set.of()),
            Map.entry("transport", Set.of()),
            Map.entry("fence", Set.of("transport")),
            Map.entry("web", Set.of("model", "transport")),
            Map.entry("findings", Set.of("model")),
            Map.entry("regoengine", Set.of()),
            Map.entry("rego", Set.of()),
            Map.entry("decision", Set.of("model", "documents", "findings", "regoengine")),
            Map.entry("shared", Set.of("model", "decision")),
            Map.entry("egress", Set.of("model", "transport")),
            Map.entry("credentials", Set.of("model", "documents", "egress")),
            Map.entry("inference", Set.of("model", "documents")),
            Map.entry("leasebridge", Set.of("model", "documents")),
            Map.entry("audit", Set.of("model")),
            Map.entry("auditstore", Set.of("model", "audit")),
            Map.entry("auditexport", Set.of("model", "audit", "egress")),
            Map.entry("policycompiler", Set.of("model", "documents", "regoengine", "rego", "decision", "leasebridge")),
            Map.entry("bundles", Set.of("model", "regoengine", "policycompiler", "egress", "credentials")),
            Map.entry(
                    "control",
                    Set.of("model", "documents", "regoengine", "leasebridge", "policycompiler", "decision", "audit")),
            Map.entry("proxy", Set.of("model", "transport", "findings", "decision", "egress", "audit")),
            Map.entry(
                    "fetch",
                    Set.of("model", "documents", "transport", "web", "decision", "egress", "audit", "leasebridge")),
            Map.entry("models", Set.of("model", "decision", "egress", "audit", "inference")),
            Map.entry(
                    "admin",
                    Set.of("model", "documents", "transport", "web", "control", "decision", "audit", "auditstore")),
            Map.entry("console", Set.of("model", "documents", "web", "admin")),
            Map.entry(
                    "apiservers",
                    Set.of(
                            "model",
                            "documents",
                            "decision",
                            "egress",
                            "leasebridge",
                            "audit",
                            "control",
                            "proxy",
                            "fetch")),
            Map.entry(
                    "configuration",
                    Set.of(
                            "model",
                            "documents",
                            "transport",
                            "findings",
                            "regoengine",
                            "leasebridge",
                            "policycompiler",
                            "decision",
                            "shared",
                            "egress",
                            "credentials",
                            "proxy",
                            "fetch",
                            "inference",
                            "models",
                            "apiservers",
                            "auditstore",
                            "auditexport",
                            "bundles")),
            Map.entry("testkit", Set.of("model")),
            Map.entry("gateway", and(BELOW_THE_GATEWAY, "fence")),
            Map.entry("client", Set.of("model", "egress")),
            Map.entry("demo", Set.of("model", "control", "configuration", "gateway", "client", "testkit")),
            Map.entry("cli", and(BELOW_THE_GATEWAY, "fence", "gateway", "client", "demo")));

    /** Classes outside of {@code egress} that open a socket, and to what. */
    private static final Map<String, String> MAY_CONNECT = Map.ofEntries(
            Map.entry("io.sallyport.client.AdminConnection", "the control API, for the command line and runners"),
            Map.entry("io.sallyport.cli.fetch.FetchSkillCommand", "the fetch endpoint, for the command line"),
            Map.entry("io.sallyport.cli.policy.own.OwnExplanation", "the proxy of a sandbox, for the command line"),
            Map.entry("io.sallyport.apiservers.LoopbackHttpClient", "health probes of API servers over loopback"),
            Map.entry(
                    "io.sallyport.apiservers.check.RawConnection",
                    "the API server whose contract is checked, over loopback"),
            Map.entry("io.sallyport.leasebridge.arcp.ArcpLink", "the ARCP runtime of the configuration"),
            Map.entry(
                    "io.sallyport.transport.HandoverClient",
                    "the gateway before this one, a socket in the state directory"),
            Map.entry("io.sallyport.fence.EntryClient", "a gateway on this machine, a socket in its state directory"),
            Map.entry("io.sallyport.transport.DatagramSockets", "listeners by datagrams, which connect to nobody"),
            Map.entry("io.sallyport.transport.UnixSockets", "whoever listens where the gateway is about to, by a path"),
            Map.entry("io.sallyport.admin.AdminInMemory", "its own pipeline in memory, no socket"),
            Map.entry("io.sallyport.gateway.serve.TlsInMemory", "its own pipeline in memory, no socket"));

    /** Modules that receive documents from outside. */
    private static final Set<String> DOORS = Set.of(
            "decision",
            "leasebridge",
            "policycompiler",
            "control",
            "proxy",
            "fetch",
            "admin",
            "configuration",
            "gateway");

    /** Classes in them that parse JSON themselves, and which JSON. */
    private static final Map<String, String> MAY_PARSE = Map.of(
            "io.sallyport.leasebridge.arcp.Envelope", "messages of the ARCP runtime of the configuration",
            "io.sallyport.control.store.StateForms", "the state, as it wrote it",
            "io.sallyport.control.store.ModelJson", "the state, as it wrote it",
            "io.sallyport.fetch.cache.Metadata", "the cache, as it wrote it",
            "io.sallyport.fetch.forge.ForgeJson", "answers of forges",
            "io.sallyport.fetch.scan.PluginFile", "all strings of a file that is scanned, however often a name stands",
            "io.sallyport.apiservers.sandbox.ToolLists", "answers of API servers",
            "io.sallyport.apiservers.sandbox.ToolCalls", "the tools that ToolLists wrote",
            "io.sallyport.proxy.credentials.JsonString", "places of strings in bodies that stay byte for byte",
            "io.sallyport.proxy.credentials.LoginAnswer", "the same of tokens in answers");

    private static final int PACKAGE_SIZE = 45;

    /** Packages, including those below them, whose methods decide whether something is permitted. */
    private static final Set<String> JUDGES = Set.of(
            "model",
            "decision",
            "egress",
            "leasebridge",
            "control",
            "proxy.enforce",
            "proxy.credentials",
            "proxy.relay",
            "fetch",
            "gateway.fetch",
            "gateway.serve",
            "cli.command",
            "cli.run");

    /** The types of such decisions. */
    private static final Set<Class<?>> VERDICTS = Set.of(
            Verdict.class,
            Verdict.Refuse.class,
            DialVerdict.class,
            DialRefusal.class,
            Parsed.class,
            Parsed.Rejected.class,
            Canonicalized.class,
            Judging.class,
            Judging.Refused.class,
            Decision.Deny.class,
            ReasonCode.class,
            FetchRefusal.class);

    /** Packages, including those below them, that decide whether a call or a change is admitted. */
    private static final Set<String> ADMITTERS = Set.of("admin", "control", "policycompiler");

    /** The types of refusals there. */
    private static final Set<String> REFUSALS = Set.of(
            "ChangeVerdict",
            "Deny",
            "Diagnostic",
            "DialRefusal",
            "ExplainAnswer",
            "GuardrailsAnswer",
            "LeaseAnswer",
            "MetricAnswer",
            "Problem",
            "ReasonCode",
            "Refuse",
            "Refused",
            "Rejected",
            "SandboxAnswer",
            "Settled",
            "SkillsAnswer",
            "SuggestAnswer",
            "Verdict");

    @Test
    void manyClassesOfEveryModuleWereRead() {
        assertThat(CLASSES).hasSizeGreaterThan(100);
        for (String module : MAY_USE.keySet()) {
            if (module.equals("rego")) {
                continue; // not a Java file
            }
            assertThat(CLASSES).as(module).anyMatch(of(module));
        }
    }

    @Test
    void everyClassStandsInAModuleOfTheTable() {
        assertThat(CLASSES).allMatch(read -> MAY_USE.containsKey(module(read)));
    }

    @Test
    void aModuleUsesOnlyWhatItsRowNames() {
        MAY_USE.forEach((module, allowed) -> classes()
                .that(of(module))
                .should()
                .onlyDependOnClassesThat(notOurs().or(of(module)).or(ofAny(allowed)))
                .allowEmptyShould(true)
                .check(CLASSES));
    }

    @Test
    void noPackagesDependOnEachOtherInACircle() {
        slices().matching("io.sallyport.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /** A module must check a path unchanged: what a link makes of {@code ..} is not visible in the text. */
    @Test
    void noDoorFoldsPathsBeforeItAsks() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.sallyport.model..", "io.sallyport.cli.lease.batch..")
                .should()
                .callMethod(CanonicalAction.class, "parseFolded", String.class, String.class)
                .check(CLASSES);
    }

    @Test
    void onlyEgressOpensSocketsOutward() {
        DescribedPredicate<JavaClass> others = DescribedPredicate.describe(
                "outside of egress and not named as an exception",
                read -> !module(read).equals("egress") && !module(read).equals("testkit") && !mayConnect(read));
        noClasses()
                .that(others)
                .should()
                .callMethodWhere(DescribedPredicate.describe("opens a socket", ArchitectureTest::opensSocket))
                .orShould()
                .callConstructorWhere(DescribedPredicate.describe("opens a socket", ArchitectureTest::opensSocket))
                .check(CLASSES);
    }

    @Test
    void whoeverIsNamedAsAnExceptionOpensSockets() {
        assertThat(MAY_CONNECT.keySet())
                .allSatisfy(name -> assertThat(CLASSES)
                        .filteredOn(read -> outermost(read).equals(name))
                        .flatExtracting(JavaClass::getAccessesFromSelf)
                        .anyMatch(ArchitectureTest::opensSocket));
    }

    /** Two parsers of one language could read one text in two ways. */
    @Test
    void documentsFromOutsideAreReadInOneModule() {
        noClasses()
                .that(DescribedPredicate.describe(
                        "of a door and not named as an exception",
                        read -> DOORS.contains(module(read)) && !MAY_PARSE.containsKey(outermost(read))))
                .should()
                .callMethodWhere(DescribedPredicate.describe("parses JSON or YAML", ArchitectureTest::parses))
                .check(CLASSES);
        assertThat(MAY_PARSE.keySet())
                .allSatisfy(name -> assertThat(CLASSES)
                        .filteredOn(read -> outermost(read).equals(name))
                        .flatExtracting(JavaClass::getAccessesFromSelf)
                        .anyMatch(ArchitectureTest::parses));
    }

    private static boolean parses(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getPackageName();
        return (owner.startsWith("tools.jackson")
                        && Set.of("createParser", "readTree", "readValue").contains(access.getName()))
                || owner.startsWith("org.snakeyaml");
    }

    @Test
    void noPackageHasMoreClassesThanOneCanRead() {
        Map<String, Long> large = CLASSES.stream()
                .filter(read -> read.isTopLevelClass() && !read.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        large.values().removeIf(size -> size <= PACKAGE_SIZE);
        assertThat(large).isEmpty();
    }

    /** Null would mean "permitted", and a caller that forgets to check would permit. */
    @Test
    void aVerdictIsNeverNull() {
        List<Method> verdicts = methodsIn(JUDGES)
                .filter(method -> VERDICTS.contains(method.getReturnType()))
                .toList();
        assertThat(verdicts).hasSizeGreaterThan(100);
        assertThat(verdicts).filteredOn(ArchitectureTest::mayReturnNull).isEmpty();
    }

    @Test
    void aRefusalIsNeverNull() {
        List<Method> refusals = methodsIn(ADMITTERS)
                .filter(method -> REFUSALS.contains(method.getReturnType().getSimpleName()))
                .toList();
        assertThat(refusals).hasSizeGreaterThan(60);
        assertThat(refusals).filteredOn(ArchitectureTest::mayReturnNull).isEmpty();
    }

    private static Stream<Method> methodsIn(Set<String> packages) {
        return CLASSES.stream()
                .filter(read ->
                        packages.stream().anyMatch(name -> (read.getPackageName() + ".").startsWith(BASE + name + ".")))
                .flatMap(read -> Stream.of(read.reflect().getDeclaredMethods()));
    }

    private static boolean mayReturnNull(Method method) {
        return method.getAnnotatedReturnType().isAnnotationPresent(Nullable.class);
    }

    @Test
    void onlyTheProgramsReadAClock() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.sallyport.gateway..", "io.sallyport.cli..", "io.sallyport.demo..", "io.sallyport.testkit..")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .check(CLASSES);
    }

    private static boolean mayConnect(JavaClass read) {
        return MAY_CONNECT.containsKey(outermost(read));
    }

    private static String outermost(JavaClass read) {
        String name = read.getName();
        int inner = name.indexOf('$');
        return inner < 0 ? name : name.substring(0, inner);
    }

    private static boolean opensSocket(JavaAccess<?> access) {
        String method = access.getTargetOwner().getName() + "." + access.getName();
        return Set.of(
                        "io.netty.bootstrap.Bootstrap.<init>",
                        "java.net.http.HttpClient.newBuilder",
                        "java.net.http.HttpClient.newHttpClient",
                        "java.net.Socket.connect",
                        "java.nio.channels.SocketChannel.open",
                        "java.nio.channels.SocketChannel.connect",
                        "java.nio.channels.AsynchronousSocketChannel.open",
                        "java.net.URL.openConnection",
                        "java.net.URL.openStream")
                .contains(method);
    }

    private static Set<String> and(Set<String> modules, String... more) {
        Set<String> all = new HashSet<>(modules);
        all.addAll(List.of(more));
        return all;
    }

    private static DescribedPredicate<JavaClass> of(String module) {
        return DescribedPredicate.describe(
                "of " + module, read -> isOurs(read) && module(read).equals(module));
    }

    private static DescribedPredicate<JavaClass> ofAny(Set<String> modules) {
        return DescribedPredicate.describe("of " + modules, read -> isOurs(read) && modules.contains(module(read)));
    }

    private static DescribedPredicate<JavaClass> notOurs() {
        return DescribedPredicate.describe("not ours", read -> !isOurs(read));
    }

    private static boolean isOurs(JavaClass read) {
        return read.getPackageName().startsWith(BASE);
    }

    private static String module(JavaClass read) {
        String rest = read.getPackageName().substring(BASE.length());
        int dot = rest.indexOf('.');
        return dot < 0 ? rest : rest.substring(0, dot);
    }
}
