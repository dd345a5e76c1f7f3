//! English.

use super::{Class, Language, Role};

/// The tables of English.
pub(super) static LANGUAGE: Language = Language {
    words: WORDS,
    phrases: PHRASES,
};

static WORDS: &[(Class, &str)] = &[
    (Class::Neg, "not never neither nor"),
    (
        Class::Gap,
        "is are was were am be been being do does did done has have had having get gets got gotten \
         can could will would shall should may might must able possible feasible allowed permitted \
         yet even ever actually really successfully fully properly physically to still \
         currently so far either itself manage managed attempt attempted bother bothered try tried \
         trying ended end up once manually locally separately around \
         chosen choose explicitly directly personally truly practical practically also",
    ),
    (
        Class::Run,
        "run runs ran running execute executes executed executing perform performs performed \
         performing measure measures measured measuring verify verifies verified verifying \
         exercise exercised exercises exercising benchmarked launch launched launches conducted \
         conduct runnable executable measurable verifiable testable profiled rerun evaluated \
         evaluate evaluable execution",
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
         began begun boot booted initiated processed scanned linted checkable inspected",
    ),
    (
        Class::Unrun,
        "unexecuted unrun unran untested unverified unmeasured unexercised uninvoked unevaluated \
         nonexecuted unvalidated unchecked unrunnable unverifiable unmeasurable untestable \
         unexecutable",
    ),
    (Class::Nil, "no zero"),
    (
        Class::Base,
        "test check start launch try validate invoke begin trigger reach",
    ),
    (
        Class::Test,
        "test tests testcase testcases case cases spec specs example examples item items suite \
         suites scenario scenarios check checks benchmark benchmarks bench benches testsuite \
         testsuites doctest doctests assertion assertions target targets feature features fixture \
         fixtures file files package packages project projects testfile testfiles mutant mutants \
         snapshot snapshots job jobs gate gates iteration iterations sample samples examples \
         module modules binary binaries",
    ),
    (
        Class::Tests,
        "tests testcases cases assertions specs examples scenarios checks suites benchmarks doctests testsuites",
    ),
    (
        Class::Check,
        "test tests testing suite suites spec specs check checks gate gates validation validations \
         verification integration e2e smoke load stress soak perf performance fuzz fuzzer fuzzing \
         regression acceptance contract snapshot coverage lint linter linters typecheck build \
         benchmark benchmarks bench benches doctest doctests scenario scenarios case cases pytest \
         jest vitest mocha rspec phpunit playwright cypress selenium clippy miri cargo nextest \
         eslint mypy ruff tox ctest bazel gradle maven mvn junit karma ginkgo storybook lighthouse \
         detox xcuitest espresso appium k6 locust gatling command commands step pipeline job jobs \
         execution run runs gui ui browser safari firefox chrome windows macos linux arm arm64 \
         android ios gpu cuda hardware device staging harness matrix measurement measurements \
         latency throughput audit scan review qa uat sanity conformance rollback rehearsal drill \
         script scripts target targets half rest remainder others everything part parts portion \
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
         instruction instructions expression expressions region regions block blocks scheduler \
         daemon server client process request requests input statements region regions state \
         component components postinstall preinstall mutation mutations transaction renderer \
         task tasks observer resolver guard command commands script scripts job jobs step pipeline \
         workflow workflows migration migrations action actions rollback program binary",
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
        "selected collected scheduled chosen picked gathered queued select collect selects collects",
    ),
    (
        Class::Find,
        "found matched discovered detected available exist exists existed present defined match \
         matches matching find finds discover discovers identified needed required necessary \
         applicable recognized located",
    ),
    (
        Class::Pass,
        "passed pass passes passing succeeded succeed succeeds success successes successful green \
         measured",
    ),
    (
        Class::Ok,
        "ok okay fine good clean work works worked hold holds",
    ),
    (
        Class::Fault,
        "fail* error* skip* ignored ignore flak* broke broken break pending remaining left missing \
         slow slower deselected filtered disabled excluded regress* warning* crash* timeout* \
         violat* leak* lost removed deleted todo xfailed panicked quarantined unexpected stale \
         incomplete needing problem* issue* bug bugs defect* conflict* vulnerab* changed modified \
         affected outdated invalid mismatch* diff differ* differences unsafe suspicious flagged \
         quarantine* retried rerun survived inconclusive reformatted bad obsolete redundant \
         duplicate* hanging hung added renamed updated red cancelled aborted unformatted",
    ),
    (
        Class::Report,
        "verified verifies confirm confirms confirmed assert asserts asserted asserting ensure \
         ensures ensured prove proves proved proven show shows showed shown demonstrate \
         demonstrates guarantee guarantees guaranteed guards covers covered checks checked tests \
         tested expects expected checking verifying confirming proving documents enforces enforced \
         asserting pins",
    ),
    (
        Class::Contrast,
        "but however except although though whereas only while yet",
    ),
    (
        Class::If,
        "if when whenever unless whether should lest in-case",
    ),
    (
        Class::Prep,
        "for of on in with within against from by under over at into via per without during about \
         due through using inside outside between after before until than as",
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
        "must should shall may is are do does isn't aren't runs executes starts enters invokes",
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
         attempt iteration seed day week tier priority p returncode level",
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
         believed believing suppose trusted trusting guess guessed hopefully",
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
        "approve approves approved approving approval approvals sign-off signoff accept accepts \
         accepted acceptance authorize authorizes authorized authorise authorised authorization \
         authorisation consent blessing ratified ratifies ok'd okayed greenlit signed",
    ),
];

static PHRASES: &[(Role, &[&str])] = &[
    (
        Role::ZeroField,
        &[
            "RUN/PICK = ZERO",
            "TESTS = ZERO",
            "TEST RUN/PICK/FIND = ZERO",
            "RUN/PICK = none/nothing/nil",
        ],
    ),
    (
        Role::Zero,
        &[
            "NIL/ZERO MOD? MOD? TEST GAP* RUN/PICK/FIND/WEAK",
            "NIL/ZERO TEST GAP* RUN/PICK/FIND/WEAK",
            "NIL/ZERO MOD? TEST to GAP* RUN/PICK/WEAK",
            "NIL MOD? TEST files/file/targets/cases/suites/names END",
            "NIL MOD? TEST files/targets/cases/suites/names GAP* RUN/PICK/FIND/WEAK",
            "NIL MOD? TESTS END",
            "no test END",
            "no source END",
            "NEG contain/contains/have/include/includes any? MOD? TESTS",
            "NEG GAP* FIND/PICK/find/collect/discover/select any/DET? MOD? TESTS/test/anything",
            "TEST/CHECK MOD? returned/yielded/found/produced nothing/none",
            "no run/runs/execution yet",
            "ZERO MOD? MOD? TESTS !FAULT",
            "ZERO test END",
            "NIL selection/selected",
            "NIL/ZERO of DET* NUM? MOD? MOD? TEST GAP* RUN/PICK/FIND/WEAK/PASS",
            "none of DET* NUM? MOD? MOD? TEST/CHECK/them/PRONOUN GAP* RUN/PICK/FIND/WEAK",
            "none GAP* RUN/PICK",
            "NEG a? single/one/any MOD? MOD? TEST GAP* RUN/PICK/FIND/WEAK",
            "RUN/PICK/FIND NEG a? single/one MOD? TEST",
            "nothing else? GAP* RUN/PICK/FIND !CODE",
            "nothing GAP* to GAP* RUN/PICK/test/check/verify/validate/do/execute",
            "nothing to be done for",
            "RUN/PICK/WEAK nothing/none",
            "FIND nothing to",
            "RUN/PICK NIL/ZERO END",
            "RUN/PICK/WEAK NIL/ZERO MOD? TEST",
            "RUN/PICK/WEAK ZERO of/slash NUM",
            "RUN/PICK/WEAK ZERO out of NUM",
            "ZERO of/slash NUM MOD? MOD? TEST? GAP* RUN/PICK/WEAK/PASS",
            "ZERO out of NUM MOD? MOD? TEST? GAP* RUN/PICK/WEAK/PASS",
            "ZERO GAP* RUN/PICK",
            "ZERO passed/passing/passes",
            "TEST RUN/PICK/FIND/count/total/passed/executed :/= ZERO",
            "total/number MOD? TEST :/= ZERO",
            "number of TEST RUN? :/= ZERO",
            "RUN/PICK : ZERO",
            "RUN/PICK : none/nothing/nil",
            "TESTS : ZERO END/total/slash",
            "TEST : none/nothing/nil",
            "TESTS ZERO",
            "passed/passing/passes :/= ZERO",
            "empty MOD? TEST/CHECK/selection/collection/run",
            "TEST/CHECK/selection/collection/run GAP* empty",
            "matched/matches/matching/selects/selected/yielded/returned NIL/ZERO MOD? TEST",
            "NUM . . ZERO",
        ],
    ),
    (
        Role::ZeroOfKind,
        &[
            "NIL/ZERO MOD MOD? TESTS GAP* RUN",
            "NIL/ZERO MOD MOD? test GAP* RUN",
        ],
    ),
    (
        Role::NotRun,
        &[
            "NEG GAP* RUN",
            "NEG GAP* MOD or/and/nor/slash GAP* RUN",
            "neither MOD nor GAP* RUN",
            "NEG GAP* take/taken/took/taking place",
            "NEG GAP* carried/carry/carrying out",
            "NEG GAP* kicked/kick off",
            "NEG GAP* fired/spun/stood/spin/bring/stand/fire/boot/come/came up",
            "never was/were/did/has/have/had DET* MOD? MOD? GAP* RUN",
            "at no point/time/stage GAP* DET* MOD? MOD? GAP* RUN",
            "nobody/noone GAP* RUN/WEAK",
            "no one/body GAP* RUN/WEAK",
            "no longer RUN",
            "neither ANY* nor ANY* GAP* RUN/WEAK",
            "no run END",
            "no evidence/proof/record/sign/trace that/of? PRONOUN/DET* MOD? MOD? RUN",
            "NEG have ANY* to GAP* RUN",
            "RUNNING PRONOUN/DET? MOD? MOD? GAP* impossible/infeasible",
            "NEG GAP* get/got/gotten to DET MOD? TEST/CHECK",
            "RUNNING PRONOUN/DET? MOD? MOD? GAP* NEG GAP* possible/feasible/an",
            "unable/impossible/infeasible/unfeasible/impractical/difficult to GAP* RUN/WEAK/BASE",
            "incapable of GAP* RUN/RUNNING",
            "failed/refused/refuses/declined/fails to GAP* RUN/WEAK/BASE",
            "no GAP* CHANCE ANY? GAP* to/of/for GAP* RUN/RUNNING/BASE",
            "no CHANCE or CHANCE to/of/for GAP* RUN/RUNNING/BASE",
            "no CHANCE RUNNING",
            "no MOD MOD? MOD? MOD? to GAP* RUN",
            "no MOD MOD? MOD? MOD? to GAP* test/verify/start/launch PRONOUN/DET/END",
            "nowhere/nothing to GAP* RUN PRONOUN/DET? MOD? on/with/against",
            "NEG GAP* DET? MOD? CHANCE to/of/for GAP* RUN/RUNNING/BASE",
            "NEG GAP* get/got/gotten/make/bring/have PRONOUN/DET* MOD? MOD? to? GAP* RUN/WEAK",
            "NEG GAP* get/got/gotten/getting to it/this/that/them/those/RUNNING",
            "NEG GAP* that/this far",
            "NEG GAP* bother/bothered to/with RUNNING/RUN",
            "NEG bother/bothered RUNNING",
            "NEG GAP* test/start/launch/validate/begin END",
            "no execution/run/runs GAP* took/happened/possible/performed/made/attempted/recorded",
            "no execution/run GAP* RUN/WEAK",
            "no execution END",
            "execution/run/running/verification/measurement GAP* NEG GAP* possible/feasible/available",
            "execution/run/running GAP* impossible/infeasible/unavailable",
            "prevented/prevents/preventing/blocked/blocks/stopped/stops/kept/keeps/precluded/precludes/disallows/forbids/forbade DET* MOD? MOD? PREP? PRONOUN/AGENT? RUNNING",
            "structurally/physically/technically/inherently/logically/practically impossible",
            "UNRUN",
        ],
    ),
    (
        Role::NoneRun,
        &[
            "no part/portion/step of ANY* GAP* RUN",
            "no MOD? MOD? CHECK GAP* RUN/WEAK/made/recorded !FAULT",
        ],
    ),
    (
        Role::Forgone,
        &[
            "without GAP* RUNNING",
            "without DET? execution",
            "instead/short of RUNNING",
            "against RUNNING",
            "refrained/abstained/desisted from RUNNING",
            "held/gave/put off/up on? RUNNING",
            "rather than RUNNING",
            "in lieu of RUNNING",
            "skipped/skip/skipping/omitted/bypassed/avoided/dropped/forwent/forgoing RUNNING",
            "skipped/skip/skipping/omitted/bypassed DET execution/run",
            "forgot/forgotten/neglected/omitted to GAP* RUN/WEAK",
        ],
    ),
    (
        Role::Weak,
        &[
            "NEG GAP* WEAK",
            "NEG GAP* MOD or/nor/slash GAP* WEAK",
            "no longer WEAK",
        ],
    ),
    (
        Role::Supposed,
        &[
            "SUPPOSE to? be? PASS/OK",
            "probably/likely/surely/doubtless/hopefully be? PASS/OK",
            "SUPPOSE that/it/they/this/these/DET* MOD? MOD? TEST? to? would? still? be? PASS/OK",
            "would/will need/require/have/take ANY* to GAP* RUN",
            "would/will need/require ANY* for DET* MOD? MOD? CHECK/TEST/PRONOUN",
            "would have been? PASS",
            "result/results/pass/outcome/success GAP* SUPPOSE",
        ],
    ),
    (
        Role::Pending,
        &[
            "yet/remains/remain/remained/remaining/awaiting/waiting/left to be? RUN/WEAK",
            "yet to GAP* RUN/WEAK",
            "still needs/need/has/have/requires to GAP* RUN/WEAK",
            "still needs/need/requires MOD? RUNNING/execution",
            "still to GAP* RUN/WEAK",
            "needs/need to be RUN/WEAK",
            "has/have to be RUN/WEAK",
            "must/should be RUN/WEAK later/manually/by/in/on/before",
            "to be RUN/WEAK later/manually/by/in/on/afterwards/separately/tomorrow/next/once/when/END",
            "will GAP* RUN PRONOUN? MOD? MOD? MOD? later/afterwards/tomorrow/eventually/next/once/separately",
            "will GAP* RUN DET* MOD? MOD? later/afterwards/tomorrow/eventually/next/once/separately",
            "will be RUN/WEAK",
            "pending/awaiting a/an/the? MOD? execution/verification/measurement/run/validation",
            "execution/run/verification/measurement GAP* pending/outstanding",
            "needs/need/requires/require !NUM !MEASURE ANY* to GAP* RUN",
            "lack/lacks/lacked/lacking/missing ANY* to GAP* RUN",
            "too ANY to GAP* RUN/WEAK",
            "should still/also/probably/just/all/be* PASS/OK",
            "expect/expects/expecting PRONOUN/DET* MOD? to still? PASS/OK",
            "ought to PASS",
            "going/meant/intended/planned/wanted/hoped/supposed/about to GAP* RUN/WEAK/BASE",
            "execution/run/running GAP* blocked/prevented/denied/forbidden/disallowed/prohibited/cancelled/aborted",
            "AGENT/HUMAN will/can/should/must/to GAP* RUN/verify/test PRONOUN/END/later",
            "for DET* MOD? AGENT/HUMAN to GAP* RUN/verify/test",
            "absence/lack of a/an/any? execution/run",
            "expected to PASS",
            "will probably/likely/surely PASS",
            "crashed/aborted/died/killed/stopped/failed/interrupted/hung/exited/bailed out? before ANY* RUN/WEAK",
            "out of time before/to ANY* RUN/WEAK",
            "out of time for",
            "timed out before ANY* RUN/WEAK",
            "before it/they/anything/any MOD? could/can GAP* RUN/start",
        ],
    ),
    (
        Role::Claim,
        &[
            "POS MOD? MOD? PASS",
            "POS / SAME",
            "POS slash SAME",
            "POS slash SAME MOD? PASS/OK/RUN",
            "POS slash POS MOD? PASS",
            "POS of/from POS MOD? MOD? PASS/OK",
            "POS out of POS MOD? MOD? PASS/OK",
            "POS MOD? TEST are/were/all? PASS/OK/RUN",
            "POS MOD? CHECK PASS/OK",
            "POS ok/green",
            "passed POS END",
            "POS RUN !FAULT",
            "PASS/ok :/= POS",
            "RUN :/= POS",
            "TEST RUN :/= POS",
            "TEST :/= POS PASS",
            "RUN/running POS MOD? TEST",
            "POS TEST , ZERO FAULT",
            "POS MOD TEST , ZERO FAULT",
            "POS TEST , POS assertions",
            "POS TEST , all PASS/OK",
            "ok ( POS TEST",
            "ok POS TEST",
            "checked/scanned/linted/processed POS TEST",
            "ok NAME/MOD MEASURE ![",
            "ok MOD slash MOD MEASURE ![",
            "ok MOD slash MOD slash MOD MEASURE ![",
            "ok NAME/MOD ( cached )",
            "all POS MOD? TEST MOD? PASS/OK",
            "POS TEST in MEASURE",
        ],
    ),
    (
        Role::Failure,
        &[
            "POS MOD? failed/failing/failures/failure",
            "failed/failures :/= POS",
        ],
    ),
    (
        Role::Wanted,
        &[
            "as expected/designed/intended/required/desired/specified/planned/documented",
            "by design",
            "ok should",
            "correctly/rightly MOD",
            "exactly as",
            "expected behaviour/behavior",
            "all DET* MOD? TEST? GAP* PASS",
            "TEST/CHECK/everything GAP* PASS",
            "PASS",
            "rejected/refused/denied/blocked",
        ],
    ),
    (
        Role::Manner,
        &[
            "twice",
            "as root/admin/administrator/user/guest/nobody/superuser/anonymous",
            "more than once/twice",
            "multiple/several/two/three times",
            "a second time",
            "in parallel",
            "in sequence",
            "simultaneously/concurrently/repeatedly/recursively/indefinitely/forever/endlessly",
            "at the same time",
            "out of order",
            "on error/failure/failures/errors/retry/import",
            "longer/slower/faster/beyond/past",
            "more than POS",
            "any longer",
            "outside of? DET",
        ],
    ),
    (
        Role::Circumstance,
        &[
            "as the/a",
            "when/if/unless/while",
            "without auth/authentication/permission/permissions/consent/approval/flag/confirmation/token",
            "by default",
            "in ci",
            "again",
            "anymore",
            "with MOD? privileges/sudo",
            "in debug/dry/test/production/prod mode?",
        ],
    ),
    (Role::Lack, &["without ANY", "unless"]),
    (
        Role::Past,
        &[
            "at first",
            "initially/originally/previously/formerly/beforehand/earlier",
            "before DET fix/change/patch/update",
            "until",
            "first attempt/try/run/time",
            "used to",
            "no longer",
            "in the past",
            "before , now",
            "reran/rerun/reruns/retried/retry",
            "re ran/run",
            "second attempt/try/run",
            "now PASS/POS",
            "then RUN/POS/it/PASS",
        ],
    ),
    (
        Role::Approval,
        &[
            "human approval :",
            "HUMAN s? MOD? sign off",
            "HUMAN s? MOD? approval/consent/authorization/acceptance",
            "HUMAN s? approves/approved/accepts/accepted/authorizes the/this/it/that/END",
            "HUMAN has/have/must/should MOD? MOD? APPROVE",
            "HUMAN has/have/must/should MOD? MOD? sign off",
            "HUMAN MOD? signs/signed off",
            "APPROVE/signed MOD? off? by/from/of DET* MOD? MOD? HUMAN",
            "APPROVE in writing by DET* MOD? HUMAN",
            "sign off by/from/of DET* MOD? MOD? HUMAN",
            "requires/needs/require/need/awaits/with/after/gets/get/receives MOD? sign off",
            "requires/needs/require/need/awaits MOD? APPROVE from/by/of",
            "requires/needs/require/need manual/human/explicit MOD? APPROVE",
            "explicit/manual/human/written APPROVE",
        ],
    ),
];
