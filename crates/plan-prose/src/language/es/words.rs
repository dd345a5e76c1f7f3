//! The word classes of Spanish.

use crate::language::Class;

/// Each class with its words, folded.
pub(super) static WORDS: &[(Class, &str)] = &[
    (Class::Neg, "no nunca jamas tampoco ni"),
    (
        Class::Gap,
        "se lo la los las le les me nos te ha han he hemos habia habian hubo haya hayan hay pudo pude \
         pudimos pudieron puede puedo pueden podemos podia podian podido poder podra podran podria \
         podrian llego llegue llegado llegaron llegamos llegar llega a al fue fueron ser sido esta estan \
         estaba estaban es era son sea fui logro logre logramos lograron logrado conseguido consiguio \
         consegui conseguimos alcanzo alcance alcanzamos aun todavia nunca ya siquiera posible factible \
         viable queda quedo dio dieron tiempo de para el termino termina haber haberse haberlo haberla habiendo capaz capaces intento intente quiso deja \
         dejo resulto resulta tiene tengo tenemos tenia tuvo tuve tuvimos ocasion manera forma modo oportunidad \
         medios posibilidad como donde ni realmente manualmente localmente todo en absoluto volvio volver vuelto volvieron volvi volvimos re",
    ),
    (
        Class::Run,
        "ejecuta ejecutan ejecuto ejecute ejecutamos ejecutaron ejecutado ejecutada ejecutados \
         ejecutadas ejecutar ejecutarse ejecutarlo ejecutarla ejecutarlos ejecutarlas ejecutando \
         ejecutaba ejecutaban ejecuten ejecutara ejecutaran ejecutable ejecutables ejecucion \
         corre corren corrio corri corrimos corrieron corrido corrida corridos corridas correr \
         correrse correrlo correrla correrlos correrlas corriendo corrian corria corriera \
         realizo realizaron realizado realizada realizados realizadas realizar realizarse realizarla \
         realizarlo realiza realizan realice realizamos \
         mide miden midio midieron medir medirse medirlo medirla medido medida medidos medidas \
         medible medibles medimos medi corrimos corro \
         verifica verifican verifico verificaron verificado verificada verificados verificadas \
         verificar verificarse verificarlo verificarla verificable verificables verificacion \
         lanza lanzo lanzaron lanzado lanzada lanzadas lanzados lanzar lanzarse lanzarlo lanzarla \
         efectuo efectuaron efectuado efectuada efectuar efectuadas corrida ejercito ejercitado \
         ejercite ejercitada ejercitadas ejercitados ejercitar ejercitaron ejecutas ejecutaste corrias \
         corriste correras mediste lance lanzamos realice verifique verificamos evaluo evalue evaluado \
         evaluada evaluados evaluadas evaluar evaluaron perfilo perfile perfilado perfilada perfilar",
    ),
    (
        Class::Running,
        "ejecutar ejecutarlo ejecutarla ejecutarlos ejecutarlas correr correrlo correrla correrlos \
         correrlas realizar medir medirlo medirla verificar verificarlo verificarla lanzar lanzarlo \
         lanzarla probar probarlo probarla comprobar comprobarlo comprobarla ejecucion validar \
         arrancar iniciar entrar verificacion hacer hacerlo",
    ),
    (
        Class::Weak,
        "entro entra entran entraron entrado entrar entrarse entre inicio inicia inicio iniciado \
         iniciada iniciar iniciaron iniciarse iniciarlo iniciarla arranco arranca arrancaron arrancado arrancada arrancar arrancarse arrancarlo arrancarla \
         probo prueba probaron probado probada probados probadas probar probarse probarlo probarla \
         comprobo comprobaron comprobado comprobada comprobados comprobadas comprobar comprobarse \
         comprobable revisado revisada revisados revisadas revisaron revisar revisarse miro mire miramos miraron mirada comparo comparado comparada comparados comparadas comparar compararon invoco invoca invocado invocada invocar invocaron llamo llamado llamada llamar \
         valido validado validada validar validaron validarse hizo hicieron hecho hecha hacer hacerse \
         hice hicimos alcanzo alcanzado alcanzada sucedio ocurrio activo activado activada tomo tomamos tomaron tomado tomada tomar empezo \
         empezado empezar comenzo comenzado comenzar \
         testeo testee testeado testeada testear testearlo testearla testeamos testearon ejercito \
         ejercitado ejercitada ejercitar mirado \
         probe probamos pruebo pruebe comprobe comprobamos valide validamos arranque arrancamos inicie \
         llame invoque active alcance prendio prendi prendieron prendido prendida prender encendio \
         encendi encendieron encendido encendida encender disparo dispara disparan dispararon \
         disparado disparada disparar dispararse chequeo chequee chequeamos chequearon chequeado \
         chequeada chequeados chequeadas chequear corroboro corroborado corroborada corroborar \
         constato constatado constatada constatar inspecciono inspeccionado inspeccionada \
         inspeccionar escaneo escaneado escaneada escanear proceso procesado procesada procesados \
         procesadas procesar procesaron",
    ),
    (
        Class::Unrun,
        "inejecutado inejecutable inejecutables inverificable inmedible",
    ),
    (
        Class::Judge,
        "verifico verificado verificada verificar probo probe probado probada probar comprobo comprobado \
         comprobada comprobar chequeo chequee chequeado chequeada chequear corroboro corroborado \
         constato constatado ejercito ejercite ejercitado ejercitada testeo testee testeado testeada midio medido medida medir valido validado validada evaluo evaluado evaluada",
    ),
    (
        Class::Trial,
        "ejercit* probad* probar* teste* ensay* probo probe probamos probaron miro mire mirado mirada \
         comparo comparado comparada compararon",
    ),
    (
        Class::Act,
        "aplico aplicado aplicada aplicar aplicarse aplicaron completo completado completada completar \
         completarse termino terminado terminada terminar desplego desplegado desplegada desplegar \
         instalo instalado instalada instalar levanto levante levantado levantar levantarlo compilo \
         compilado compilada compilar construyo construido construir entreno entrenado entrenada \
         entrenar restauro restaurado restaurada restaurar siguio seguido seguida seguir practico practicado practicada simulo \
         simulado simulada simular ensayo ensayado ensayada ensayar monto montado montar abrir abrirse abrio abierto \
         conecto conectado conectar migro migrado migrar cargo cargado cargar confirmado confirmar \
         registro registrado registrar",
    ),
    (
        Class::Resource,
        "gpu docker red internet credenciales credencial acceso licencia dispositivo dispositivos \
         emulador simulador navegador base permiso permisos cuota entorno tiempo disco pantalla \
         cluster servidor vpn token clave cuenta hardware presupuesto conexion banco telefono \
         dependencias creditos staging secreto secretos certificado certificados maquina maquinas \
         runner runners postgres redis kafka kubernetes celular computadora placa tarjeta saldo minutos \
         conectividad interprete compilador depurador laboratorio cupo tableta datos demonio telefonos celulares",
    ),
    (
        Class::Barred,
        "adulterad* falsificad* malicios* caducad* vencid* revocad* anonim* suspendid* vetad*",
    ),
    (
        Class::Harmless,
        "reproducir reproducirlo encontrar ver hacer romper fallar entrar acceder leer escribir borrar \
         creer decir imaginar detectar ser estar haber usar evitar explicar mejorar pedir quejar fall* romp* fracas*",
    ),
    (
        Class::Outcome,
        "detecto encontro vio perdio perdido perdida cambio cambiado modifico modificado toco tocado tocada \
         afecto necesito usado usada uso reporto reportado observo observado observaron noto borro borrado \
         duplico duplicado corrompio rompio bloqueado permitio expuso subido actualizo actualizado incluido \
         mostro mostrado mostrada quedo quejo pidio pidieron visto vieron sido estado tenido tocaron \
         cambiaron perdieron encontraron detectaron hizo hicieron dio vino fallo fallaron falto faltaron \
         salio salto envio enviado enviada escribi escribio escrito elimino eliminaron eliminado eliminada supero superaron superar excedio excedieron exceder \
         agrego agregaron agregado anadio anadieron anadido quito quitaron movio movieron renombro \
         reescribio recibio recibieron recibido notifico notificaron aviso avisaron cobraron crecio \
         crecieron subio subieron aumento aumentaron disminuyo degrado empeoro colgo colgaron bloquearon \
         borraron rompieron filtro filtraron expusieron sobrescribio creo crearon alteraron altero \
         cobro devolvio imprimio produjo aparecio \
         aparecieron ocurrio sucedio paso bajo bloqueo freno detuvo paro abrio cerro dano danaron danado danada estropeo estropeado \
         estropeada mezclo mezclaron mezclado desordeno desordenado solapo solaparon",
    ),
    (Class::Nil, "ningun ninguno ninguna cero"),
    (
        Class::Test,
        "prueba pruebas test tests caso casos caso suite suites ejemplo ejemplos escenario \
         escenarios comprobacion comprobaciones verificacion verificaciones spec specs aserciones \
         validacion validaciones expectativa expectativas experimento experimentos ensayo ensayos especificacion especificaciones comparacion comparaciones asercion flujo flujos recorrido recorridos gate gates archivo archivos fichero ficheros elemento elementos \
         bench benchmarks",
    ),
    (
        Class::Tests,
        "pruebas tests casos escenarios comprobaciones verificaciones specs suites validaciones comparaciones \
         expectativas experimentos ensayos aserciones especificaciones",
    ),
    (
        Class::Check,
        "prueba pruebas test tests suite suites caso casos escenario escenarios comprobacion \
         comprobaciones verificacion verificaciones validacion validaciones integracion e2e humo \
         carga resistencia estres rendimiento regresion aceptacion cobertura linter lint build compilacion \
         benchmark medicion mediciones comando script gate puerta ejecucion corrida resto parte \
         latencia interfaz gui navegador windows auditoria conjunto bateria paso pipeline job \
         aserciones smoke pytest jest clippy playwright cypress comandos mitad analisis \
         evaluacion revision dispositivo emulador migracion recorrido contrato humo penetracion \
         ronda rondas tanda tandas barrido comparacion comparaciones reproduccion inspeccion \
         simulacion calibracion restauracion conmutacion cotejo demostracion accesibilidad ejemplos ejemplo cuaderno cuadernos asercion autotest autoprueba autopruebas autodiagnostico simulacro ensayo ensayos perfilado flujo flujos app aplicacion apk firmware benchmarks linters chequeo chequeos demas \
         unitarias unitarios",
    ),
    (
        Class::Code,
        "worker trabajo trabajos trabajador manejador callback hook gancho bucle rama ramas funcion funciones metodo \
         metodos hilo hilos codigo linea lineas sentencia sentencias consulta consultas limpieza \
         proceso servidor cliente usuario peticion tarea tareas disparador constructor destructor \
         handler middleware comando comandos script paso pipeline job migracion reintento reintentos ciclo bloque listener plugin scripts pasarela flujo flujos app aplicacion apk firmware llamador visitante visitantes atacante atacantes \
         invitado invitados inquilino inquilinos miembro miembros usuarios clientes corrutina promesa \
         promesas despachador restauracion conmutacion interceptor validador serializador observador endpoint endpoints webhook \
         webhooks boton animacion dialogo bots bot interrupcion interrupciones asignador instruccion \
         instrucciones excepcion excepciones temporizador alarma alarmas alerta alertas notificacion \
         notificaciones senal senales rutina rutinas subrutina inicializador expresion expresiones \
         regla reglas evento eventos correo correos",
    ),
    (Class::Pronoun, "esto eso ello"),
    (Class::Agent, "yo nosotros agente nadie equipo"),
    (
        Class::Pick,
        "seleccionado seleccionada seleccionados seleccionadas selecciono seleccionaron \
         recolectar seleccionar recoger recopilar elegir recogido recogidos recogidas recogio recogieron recolectado recolectados recolectadas \
         recolecto recolectaron recopilados recopilo elegida elegido elegidas elegidos coleccionados",
    ),
    (
        Class::Find,
        "encontro matcheo matchearon matchea encontraron encontrado encontrada encontrados encontradas hallo hallaron hallados \
         halladas detecto detectaron detectados detectadas coincide coincidio coincidieron \
         existe existen descubrio descubren habia hubo hay disponible disponibles definidas definidos descubrieron \
         descubierto descubiertas",
    ),
    (
        Class::Pass,
        "paso pasa pasan pasaron pasado pasada pasados pasadas pasando superado superada superados \
         superadas exito exitoso exitosa exitosos exitosas aprobado aprobados aprobada aprobadas \
         verde verdes correctas correctos correcta correcto medidos",
    ),
    (
        Class::Ok,
        "pase pasen funcione funciona funcionen ok bien bueno buena valido valida igual iguales identico identica identicos identicas coincide \
         coinciden intacto intacta intactos intactas",
    ),
    (
        Class::Fault,
        "fall* error* rot* omitid* ignorad* saltad* pendiente* lent* inestable* fracas* roj* \
         incidencia* problema* perdid* eliminad* borrad* vulnerab* conflicto* desactivad* advertencia* \
         regresion* excepcion* anomal* averia* alarma* alerta* bloqueo* corrupcion discrepan* \
         diferenci* divergen* degrad* queja* incumplimi* hallazgo* colision* parpadeo* interbloqueo* \
         incidente* desvio* desviacion* rechazo* infraccion* caida* restantes faltante* cambiad* modificad* excluid* defect* fuga*",
    ),
    (
        Class::Report,
        "detecta afirma afirman fija fijan muestran detectan rechaza avisa informa comprueba comprobado verifica verificado asegura demuestra confirma confirmado garantiza \
         muestra cubre cubren cubierto cubierta documentan documenta exige exigen prueba prueban demuestran verifican comprueban confirman aseguran valida validan",
    ),
    (
        Class::Contrast,
        "pero aunque salvo excepto menos sino mientras",
    ),
    (Class::If, "si cuando"),
    (
        Class::Prep,
        "de del para en con contra sobre por sin desde bajo hasta entre segun al durante tras como",
    ),
    (
        Class::Join,
        "y pero porque aunque asi pues ya entonces o mientras",
    ),
    (
        Class::Det,
        "el la los las un una unos unas su sus este esta estos estas cada todo todas todos",
    ),
    (
        Class::Present,
        "ejecuta ejecutan corre corren realiza realizan mide lanza entra inicia invoca es son arranca arrancan \
         inician entran invocan llama llaman alcanza alcanzan activa activan dispara disparan toma \
         toman empieza empiezan comienza comienzan enciende prende procesa procesan escanea evalua \
         evaluan miden lanzan",
    ),
    (
        Class::Modal,
        "puede pueden pudo pudieron imposible posible podido podria pude",
    ),
    (Class::Particle, "riesgo peligro prisa falta caso"),
    (
        Class::Chance,
        "tiempo ocasion manera forma modo oportunidad posibilidad medios",
    ),
    (
        Class::Label,
        "codigo salida fase paso tarea nivel version numero estado etapa indice puerto salio devolvio \
         devuelve prioridad fragmento particion lote ronda vuelta intento pagina nodo",
    ),
    (
        Class::History,
        "ayer antes anterior anteriormente previamente previo previa anteriores pasada",
    ),
    (Class::Yet, "aun todavia"),
    (
        Class::Declare,
        "marcado marcada marco marque marcamos marcando doy damos dado dada cuento",
    ),
    (
        Class::Suppose,
        "confio creo imagino espero calculo asume asumo asumimos asumido supuestamente presumiblemente supone supongo suponemos presume supuesto asumiendo teoria teoricamente",
    ),
    (
        Class::Human,
        "persona personas humano humana humanos usuario usuaria usuarios mantenedor mantenedora \
         desarrollador desarrolladora responsable propietario duena dueno cliente revisor revisora \
         equipo jefe jefa director directora",
    ),
    (
        Class::Approve,
        "aprueba aprueban aprobado aprobada aprobados aprobadas aprobar aprobacion aprobarlo aprobarla \
         apruebe visto autoriza autorizado autorizada autorizacion firma firmado firmada acepta \
         aceptado aceptada conformidad consentimiento",
    ),
];
