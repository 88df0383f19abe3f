/**
 * Eponyms of diseases, signs, scores, operations and things. Such a word is a person's name only after a form of
 * address, a title or a first name.
 */
export const medicalNames: ReadonlySet<string> = new Set(
  `abbott adams addison adler adson alvarado alzheimer apfel apgar apley arnold asperger babinski baker bankart barrett
bart barthel basedow bassini bayer bechterew beck becker behçet bell bennett berger billroth blumberg bobath boeck
boerhaave bosniak boston bowen braun brown brugada budd buerger bülau bürger charcot chiari child chvostek clark conn
coombs cooper coxsackie creutz creutzfeldt crohn cushing dandy down dressler duchenne dupuytren ehlers eisenmenger
epley eppendorf epstein ewing fabry fagerström fallot felty finkelstein fitzpatrick fontaine forrester fournier frank
fuchs gaenslen garden gilbert gleason goodpasture graefe graf graves hallpike hansen hartmann hashimoto hawkins
heberden heinz henoch herbert hess hexal heyde hirschsprung hodgkin hoehn hoffa hoffmann horner horton huber ishihara
jackson jacobson jaeger jakob jobe jones kaposi karnofsky kawasaki kernig killian koch kocher korsakoff kretschmer
krukenberg kussmaul köhler lachman ladd lambert langerhans lasègue lawrence ledderhose lennox lewy lhermitte
lichtenstein lisfranc lyell lyme lynch löffler löfgren maisonneuve maitland mallampati marfan mayer mayo mcburney
mcdonald mcmurray medtronic menière meulengracht meyer miller mobitz morison morton möbius münchhausen neer nikolski
ortolani osler outerbridge paget pancoast paris parkinson pasteur payr pfannenstiel pfeiffer phalen pott quick quincke
ramsay ratiopharm ratschow raynaud recklinghausen reed reiter reye rinne robin roche romano romberg roth roux sandoz
schanz scheuermann schultz schönlein shiley shulman siemens simpson sjögren spitz spurling stada stein steinmann
stevens still stokes sudeck sweet takayasu tanner thomas thomsen tietze tiffeneau tinel tinetti todd tourette
trendelenburg trousseau uhthoff unterberger vater vincent virchow vojta wagner waldenström wallenberg weber wegener
weil wells wenckebach werlhof werner wernicke westphal whipple wilms wilson wolff wolfram zenker zollinger`.split(
    /\s+/,
  ),
);

/** Words next to which a name is an eponym: "nach Bobath", "Klassifikation Weber", "Lachman Test". */
export const eponymNouns: ReadonlySet<string> = new Set(
  `anfall apotheke drainage firma fraktur grad gymnasium haus heilige heiligen heim hospital index institut kirche
klassifikation klinik kliniken klinikum krankenhaus krankheit kriterien lagerung manöver mb methode modell morbus nach
operation parese phänomen prothese reflex regel sankt schema scheme schiene schule score seniorenheim seniorenresidenz
spital st stadium stiftung syndrom technik test thyreoiditis typ universität universitätsklinikum verband zeichen`.split(
    /\s+/,
  ),
);
