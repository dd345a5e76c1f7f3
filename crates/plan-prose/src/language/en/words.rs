//! The word classes of English.

use crate::language::Class;

/// Each class with its words, folded.
pub(super) static WORDS: &[(Class, &str)] = &[
    (Class::Neg, "not never neither nor"),
    (
        Class::Gap,
        "is are was were am be been being do does did done has have had having get gets got gotten \
         can could will would shall should may might must able possible feasible allowed permitted \
         yet even ever actually really successfully fully properly physically to still \
         currently so far either itself manage managed attempt attempted bother bothered try tried \
         trying ended end up re once manually locally separately around now here there today anywhere elsewhere \
         chosen choose explicitly directly personally truly practical practically also formally \
         individually independently thoroughly exhaustively completely entirely genuinely meaningfully \
         simply necessarily specifically",
    ),
    (
        Class::Run,
        "run runs ran running execute executes executed executing perform performs performed \
         performing measure measures measured measuring verify verifies verified verifying \
         exercise exercised exercises exercising benchmarked launch launched launches conducted \
         conduct runnable executable measurable verifiable testable profiled rerun evaluated \
         evaluate evaluable execution assessed",
    ),
    (
        Class::Running,
        "running executing performing measuring verifying testing exercising launching starting \
         invoking entering checking validating evaluating conducting benchmarking profiling trying \
         execution",
    ),
    (
        Class::Weak,
        "start starts started starting enter enters entered entering invoke invokes invoked \
         invoking trigger triggered triggers reach reached reaching checked checking validate \
         validated validating tested testing tried done attempted happen happened taken called begin \
         began begun boot booted initiated processed scanned linted checkable compared looked inspected",
    ),
    (
        Class::Unrun,
        "unexecuted unrun unran untested unverified unmeasured unexercised uninvoked unevaluated \
         nonexecuted unvalidated unchecked unrunnable unverifiable unmeasurable untestable \
         unexecutable untried unattempted unproven unconfirmed uninspected",
    ),
    (
        Class::Judge,
        "verified verify verifying tested testing measured measuring checked checking validated \
         validating evaluated confirmed unverified untested unmeasured unchecked unvalidated",
    ),
    (
        Class::Trial,
        "exercised tested benchmarked profiled tried looked rehearsed practised practiced compared retested \
         trialled",
    ),
    (
        Class::Act,
        "applied apply applying followed follow completed complete finished finish deployed deploy \
         migrated migrate restored restore trained train retrained load loads loaded connected rehearsed \
         rehearse simulated simulate published publish compiled compile built build installed \
         install rendered set tried retested replayed switched rolled witnessed \
         recorded observed evaluated graded walked stepped made confirmed confirm submitted queued booted \
         boot obtained flashed provisioned",
    ),
    (
        Class::Resource,
        "gpu docker network internet credentials credential access license licence device devices \
         emulator simulator browser database db permission permissions quota env environment time \
         disk display cluster sandbox server vpn token key keys account hardware budget chrome node \
         python runner staging connection connectivity bench rig phone laptop tooling toolchain \
         dependencies k6 playwright pytest npm cargo vm vms machine machines wifi xcode adb avd jdk \
         java ruby chromium chromedriver geckodriver webdriver postgres mysql redis kafka rabbitmq \
         mongo elasticsearch localstack minio kubernetes kubectl k8s helm terraform dataset \
         datasets weights secret secrets certificate certificates board headset printer tpu tunnel \
         minutes interpreter compiler debugger recorder fixture lab runners tablet handset credits",
    ),
    (
        Class::Barred,
        "unsigned tampered forged counterfeit malicious malformed expired revoked unauthorized \
         unauthorised unauthenticated unprivileged anonymous suspended banned blacklisted untrusted \
         rogue spoofed",
    ),
    (
        Class::Harmless,
        "reproduce repro replicate find see break make fail crash exceed bypass escape access read \
         write delete log login open connect believe say tell think imagine spot detect trigger \
         provoke force get wait be have do use need tolerate accept pass guess recall remember \
         spoof forge tamper leak overflow explain help improve complain ask come go know",
    ),
    (
        Class::Outcome,
        "find found see seen break make made fail crash exceed bypass escape detect trigger get be have \
         had do been need needed needs use used accept accepted pass leak overflow help complain \
         complained ask asked required expected affect affected touch touched allow allowed support \
         supported deprecated report reported observe observed notice noticed drop dropped lose lost \
         leaked duplicate duplicated truncate truncated corrupt corrupted block blocked reject rejected \
         refuse refused expose exposed log logged cache cached commit committed push pushed merge merged \
         release released include included count counted list listed mention mentioned deadlock* hang \
         hung stall* freez* froze* show shown display displayed involved related intended called named \
         based limited expired come go appear occur done know look care mind matter write read delete \
         change print printed emit emitted send sent return returned lead cause contain mean modify \
         alter increase decrease grow shrink degrade drift differ flake move stop exit answer respond \
         paged notified alerted woken charged billed emailed contacted warned evicted added removed \
         renamed moved created crashed failed broke grew grown shrank slowed rose fell overwritten \
         overwrote forced granted revoked locked inserted regressed drifted differed deviated spiked \
         stalled tripped flagged violated breached accessed stored shared received bounced discarded \
         mutated polluted consumed wasted introduced caused altered reordered rewritten purged \
         allocated freed exceeded surpassed doubled rejected produce produced damage damaged harm harmed spoil spoiled mangle mangled garbled mixed interleaved overlap overlapped raise raised throw thrown open leave left keep kept take",
    ),
    (Class::Nil, "no zero"),
    (
        Class::Base,
        "test check start launch try validate invoke begin trigger reach lint scan process inspect exercise benchmark profile \
         analyze analyse compare format train deploy apply build render complete finish",
    ),
    (
        Class::Test,
        "test tests testcase testcases case cases spec specs example examples item items suite \
         suites scenario scenarios check checks benchmark benchmarks bench benches testsuite \
         testsuites doctest doctests assertion assertions target targets feature features fixture \
         fixtures file files package packages project projects testfile testfiles mutant mutants \
         snapshot snapshots job jobs gate gates iteration iterations sample samples examples \
         module modules binary binaries flow flows journey journeys playbook playbooks testplan \
         testplans workload workloads expectation expectations probe probes validation validations \
         experiment experiments trial trials comparison comparisons eval evals story stories check policies",
    ),
    (
        Class::Tests,
        "tests testcases cases assertions specs examples scenarios checks suites benchmarks doctests testsuites testplans expectations \
         validations experiments trials evals probes comparisons snapshots",
    ),
    (
        Class::Check,
        "test tests testing suite suites spec specs check checks gate gates validation validations \
         verification integration e2e smoke load stress soak perf performance fuzz fuzzer fuzzing \
         regression acceptance contract snapshot lint linter linters typecheck build \
         benchmark benchmarks bench benches autotest autotests selftest selftests doctest doctests scenario scenarios case cases flow flows app apps application apk firmware terraform ansible pulumi dbt packer liquibase \
         flyway spectral pytest \
         jest vitest mocha rspec phpunit playwright cypress selenium clippy miri nextest \
         eslint mypy ruff tox ctest bazel gradle maven mvn junit karma ginkgo storybook lighthouse \
         detox xcuitest espresso appium k6 locust gatling command commands step pipeline job jobs \
         execution run runs gui ui browser safari firefox chrome windows macos linux arm arm64 \
         android ios gpu cuda hardware device staging harness matrix measurement measurements \
         latency throughput audit scan review qa uat sanity conformance rollback rehearsal drill \
         script scripts target targets nightly nightlies canary walkthrough journey runbook playbook \
         round rounds sweep leg lap comparison comparisons replay replays inspection inspections simulation \
         simulations calibration observation restore failover switchover cutover demonstration survey chaos a11y accessibility sample samples snippet snippets demo demos tutorial notebook notebooks axe pentest penetration interop compatibility cucumber gherkin \
         behave proptest quickcheck hypothesis loom kani coverage rustfmt prettier biome oxlint \
         stylelint pylint flake8 pyright tsc shellcheck hadolint golangci staticcheck semgrep \
         codeql trivy snyk bandit detekt ktlint swiftlint checkstyle spotbugs rubocop brakeman \
         phpstan psalm dialyzer jasmine qunit nightwatch testcafe puppeteer testng kotest spock \
         gtest unittest bats pgtap newman postman artillery wrk vegeta jmeter percy chromatic \
         pa11y maestro terratest tflint checkov half rest remainder others everything part parts portion \
         item items assertion assertions \
         testsuite testcase testcases procedure experiment workflow workflows probe acceptance \
         migration migrations evaluation eval evals analysis profiler profiling sanitizer sanitizers valgrind \
         asan tsan",
    ),
    (
        Class::Code,
        "worker workers handler handlers callback callbacks hook hooks listener listeners loop \
         loops branch branches function functions method methods closure closures middleware \
         fallback retry retries destructor destructors thread threads query queries code path \
         paths line lines statement statements cron cleanup consumer consumers subscriber \
         subscribers trigger triggers finalizer constructor macro macros effect effects reducer \
         user users guest email emails payload payloads sql shell plugin plugins arm clause \
         instruction instructions flow flows app apps application apk firmware expression expressions region regions block blocks scheduler \
         daemon server client process request requests input statements region regions state \
         component components postinstall preinstall mutation mutations transaction renderer \
         restore failover task tasks observer resolver guard command commands script scripts job jobs step pipeline \
         workflow workflows migration migrations action actions rollback program binary gateway \
         caller callers endpoint endpoints webhook webhooks visitor visitors attacker attackers \
         intruder tenant tenants member members customer customers shopper bot bots goroutine \
         goroutines coroutine coroutines promise promises finalizers destructor mailer notifier \
         dispatcher interceptor interceptors validator validators serializer watcher watchers poller \
         sweeper reaper compactor emitter fn fns interrupt interrupts isr irq allocator allocators syscall syscalls trap traps exception \
         exceptions signal signals watchdog fiber fibers optimizer timer timers alert alerts alarm alarms \
         notification notifications initializer initializers predicate parser parsers lexer linker getter setter accessor \
         subroutine subroutines opcode opcodes button animation dialog popup toast tooltip",
    ),
    (
        Class::Pronoun,
        "this it that these those them they everything anything which itself one ones any both",
    ),
    (
        Class::Agent,
        "i we agent you he she runner ci team anyone anybody somebody someone me us",
    ),
    (
        Class::Pick,
        "selected collected scheduled chosen picked gathered queued select collect selects collects collecting selecting picking scheduling \
         enumerated sharded",
    ),
    (
        Class::Find,
        "found matched discovered detected available exist exists existed present defined match \
         matches matching find finds discover discovers identified \
         recognized recognised located finding discovering detecting resolved enumerating",
    ),
    (
        Class::Pass,
        "passed pass passes passing succeeded succeed succeeds success successes successful green \
         measured",
    ),
    (
        Class::Ok,
        "ok okay fine good agree agrees agreed equal equals unchanged clean work works worked hold holds intact identical",
    ),
    (
        Class::Fault,
        "fail* error* skip* ignored ignore flak* broke broken break pending remaining left missing \
         slow slower deselected filtered disabled excluded regress* warning* crash* timeout* \
         violat* leak* lost removed deleted todo xfailed panicked quarantined unexpected stale \
         incomplete needing problem* issue* bug bugs defect* conflict* vulnerab* changed modified \
         affected outdated invalid mismatch* diff differ* differences unsafe suspicious flagged \
         quarantine* retried rerun survived inconclusive reformatted bad obsolete redundant \
         duplicate* hanging hung exception exceptions anomal* glitch* outage* incident* hiccup* discrepan* \
         deviation* divergen* degrad* downtime corrupt* deadlock* collision* orphan* stutter* flicker* \
         offense* offence* breach* complaint* finding findings loss losses misses overflow* \
         underflow* jank oom added renamed updated red cancelled aborted unformatted",
    ),
    (
        Class::Report,
        "detects detect detected reports flags catches refuses rejects verified verifies confirm confirms confirmed assert asserts asserted asserting ensure \
         ensures ensured prove proves proved proven show shows showed shown demonstrate \
         demonstrates guarantee guarantees guaranteed guards guard cover prove demonstrate pin document enforce covers covered checks checked tests \
         tested expects expected checking verifying confirming proving enforces enforced \
         asserting pins",
    ),
    (
        Class::Contrast,
        "but however except although though whereas only while yet",
    ),
    (Class::If, "if when whenever unless whether should lest "),
    (
        Class::Prep,
        "for of on in with within against from by under over at into via per without during about \
         due through using inside outside between after before until than as downstream upstream above below beneath behind along \
         beyond excluding including lacking outside marked tagged",
    ),
    (
        Class::Join,
        "so because since and but therefore hence or although though while then thus",
    ),
    (
        Class::Det,
        "the a an all its our their his her my your some each every other most both",
    ),
    (
        Class::Present,
        "must should shall may is are do does   runs executes starts enters invokes reaches triggers \
         launches begins boots processes performs evaluates exercises scans happens",
    ),
    (
        Class::Modal,
        "can could unable impossible would will should may might must able possible",
    ),
    (
        Class::Particle,
        "out into away late afoul aground amok dry low short across rampant errands",
    ),
    (
        Class::Chance,
        "chance chances time way ways opportunity means possibility ability capacity attempt \
         attempts effort need reason access permission permissions budget intention plan plans",
    ),
    (
        Class::Label,
        "code exit status phase step task level shard session round batch group chunk slice pod replica stage version worker process rank partition \
         node core page line id index number no rc port exited exits pass offset \
         attempt iteration seed day week tier priority p returncode level part attempt",
    ),
    (
        Class::History,
        "yesterday previous previously earlier last before prior historical cached stale old ago \
         formerly baseline",
    ),
    (Class::Yet, "yet still ever"),
    (
        Class::Declare,
        "mark marks marked marking call calling treat treated treating count counting ship shipped shipping merge merged merging sign signing",
    ),
    (
        Class::Suppose,
        "assume assumed assuming trust trusts hope hoping bet reckon reckoned think thinks imagine confident sure certain assumes presume presumed presuming presumably supposedly believe \
         believed believing suppose trusted trusting guess guessed hopefully theory theoretically",
    ),
    (
        Class::Place,
        "windows macos mac osx linux ubuntu debian alpine freebsd ios android arm arm64 aarch64 x86 \
         safari firefox chrome edge webkit ie python node jdk java mobile tablet desktop forks",
    ),
    (
        Class::Human,
        "human humans person people user users maintainer maintainers developer owner owners \
         stakeholder stakeholders reviewer reviewers customer client manager lead engineer operator \
         admin administrator designer designers pm cto ceo ciso legal team qa counsel director \
         officer sponsor analyst",
    ),
    (
        Class::Approve,
        "approve approves approved approving approval approvals  signoff accept accepts \
         accepted acceptance authorize authorizes authorized authorise authorised authorization \
         authorisation consent blessing ratified ratifies  okayed greenlit signed",
    ),
];
