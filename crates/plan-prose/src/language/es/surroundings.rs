//! The phrases of Spanish that admissions are judged by, and those that name an approval.

use crate::language::Role;

/// Each role with its patterns.
pub(super) static SURROUNDINGS: &[(Role, &[&str])] = &[
    (
        Role::Claim,
        &[
            "RUN una vez",
            "RUN POS veces",
            "POS MOD? MOD? PASS",
            "POS TEST MOD? GAP* PASS/OK/RUN",
            "POS slash SAME",
            "POS de POS MOD? PASS/OK",
            "POS RUN !FAULT",
            "PASS/RUN :/= POS",
            "TEST RUN :/= POS",
            "TEST RUN : POS",
            "RUN POS TEST",
            "pasaron/pasan/pasa/superadas POS",
            "POS TEST , ZERO FAULT",
            "POS TEST , ningun/sin FAULT",
        ],
    ),
    (
        Role::Failure,
        &[
            "POS MOD? fallaron/fallan/fallidas/fallidos/fallos",
            "fallos :/= POS",
        ],
    ),
    (
        Role::Tally,
        &[
            "POS MOD? TEST END",
            "en POS MOD? TEST/CHECK/navegadores/intentos",
        ],
    ),
    (
        Role::Clean,
        &[
            "corri/ejecute/probe/verifique/medi/comprobe/revise el/la/los/las/con/en/que/POS/NAME",
            "probado/probada/comprobado/verificado/medido con/en/a/por/POS/que",
            "NIL/ZERO/sin MOD? MOD? FAULT",
            "NEG GAP* FIND MOD? FAULT",
            "FAULT :/= ZERO",
            "nada GAP* FAULT",
            "ZERO MOD? MOD? FIND",
            "NIL MOD? MOD? FIND",
        ],
    ),
    (
        Role::Speech,
        &["dice/decia/muestra/pone/imprime/mensaje/texto"],
    ),
    (
        Role::Wanted,
        &[
            "como se esperaba/esperado/espera",
            "como estaba previsto",
            "segun lo esperado/previsto",
            "por diseno",
            "todo/todos/todas DET* TEST? PASS",
            "PASS",
            "rechazado/rechazada/denegado/bloqueado",
        ],
    ),
    (
        Role::Manner,
        &[
            "POS/varias veces",
            "como root/administrador/usuario/invitado",
            "mas de una vez",
            "en paralelo",
            "a la vez",
            "simultaneamente/concurrentemente/recursivamente",
            "al mismo tiempo",
            "fuera de",
            "ante errores/fallos/error",
            "en caso de",
        ],
    ),
    (
        Role::Circumstance,
        &[
            "si/cuando/salvo",
            "de nuevo",
            "otra vez",
            "por defecto",
            "sin permiso/permisos/autorizacion/confirmacion",
        ],
    ),
    (Role::Lack, &["sin ANY"]),
    (
        Role::Past,
        &[
            "al principio",
            "inicialmente/anteriormente/previamente/originalmente",
            "en un primer/principio",
            "primer/primera intento/vez/corrida/ejecucion",
            "hasta",
            "ayer",
            "semana/noche/vez pasada",
            "ejecucion/corrida/intento/vez/version anterior/previa/previo",
            "no/nunca se? habia/habian",
        ],
    ),
    (
        Role::Redone,
        &[
            "luego/despues PASS/POS/se/RUN",
            "ahora/hoy GAP* PASS/POS/si/todo/RUN",
            "segundo/segunda/tercer/tercera intento/vez/corrida/ejecucion",
            "tras/despues de? instalar/levantar/arrancar/corregir/arreglar/reiniciar/actualizar/anadir/liberar/activar",
            "lo/la levante/arregle/corregi/instale/arranque/reinicie/libere/active",
            "corregido/arreglado/resuelto/solucionado/relanzado/relanzada/repetido/repetida/reintentado",
            "se corrigio/arreglo/resolvio/soluciono/repitio/relanzo",
        ],
    ),
    (
        Role::Scope,
        &[
            "fuera de/del alcance/ambito",
            "fuera de DET? puerta/plan/tarea",
            "no es/era/son DET? criterio/requisito/objetivo",
            "no es/era/son? parte/necesario/necesaria/obligatorio/obligatoria/exigido/aplicable",
            "no aplica/procede/corresponde",
            "por diseno/decision/acuerdo",
            "a proposito/posta",
            "intencionadamente/deliberadamente",
            "segun/como lo? acordado/permitido/previsto/documentado",
            "retirado/retirada/eliminado/eliminada por DET* MOD? HUMAN",
            "retiro/retiraron/elimino DET* HUMAN",
            "opcional/opcionales",
            "excluido/excluida/excluidos/excluidas de/del/por",
            "otra/otro tarea/plan/puerta",
        ],
    ),
    (
        Role::Condition,
        &[
            "caso/casos/escenario/escenarios/situacion en el/la/los/las? que/cual/cuales",
            "caso/casos/escenario/escenarios/situacion donde/cuando",
        ],
    ),
    (
        Role::Forecast,
        &[
            "resultado/resultados/salida esperado/esperada/esperados/previsto/prevista",
            "deberia/deberian dar/salir/mostrar/decir",
            "se espera/esperan :?",
            "esperaria",
        ],
    ),
    (
        Role::Approval,
        &[
            "aprobacion humana/manual",
            "aprobacion explicita? de/por DET* MOD? HUMAN",
            "aprobacion/autorizacion/conformidad/firma/consentimiento explicita/expresa? de/del/por DET* MOD? HUMAN",
            "lo/la/los/las? aprueba/aprueban/autoriza/acepta/firma DET* MOD? HUMAN",
            "aprobado/aprobada/aprobados/aprobadas/autorizado/autorizada/aceptado/aceptada/firmado/firmada/validado/validada por DET* MOD? HUMAN",
            "HUMAN GAP* APPROVE",
            "HUMAN debe/deben/tiene/ha que? APPROVE",
            "visto bueno de/del DET* MOD? HUMAN",
            "requiere/necesita DET? APPROVE MOD? de/del/por DET* MOD? HUMAN",
            "requiere/necesita visto bueno",
        ],
    ),
];
