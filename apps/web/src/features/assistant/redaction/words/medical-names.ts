/**
 * Diseases, signs, scores, operations and things that bear the name of a person. Such a word is a person only behind a
 * form of address, a title or a first name.
 */
export const medicalNames: ReadonlySet<string> = new Set(
  `abbott abdominoperinealis achilles adams addison adie adler adson albright allen allman alport alvarado alzheimer
amsler angelman apfel apgar apley argyll arnold aschoff asperger auspitz babinski baker bandl bankart barlow barr
barrett bart barthel bartholin bartter basedow bassini battle bayer bechterew beck becker beers behcet behçet
beiersdorf bell bence bennett berger bernstein billroth binet biot bishop bland blount blumberg bobath boeck boerhaave
borrelia bosniak boston bouchard bourneville bowen bragard branham braun breslow bright broca brodie brown brudzinski
brugada budd buerger burkitt bülau bürger cabot calot canavan caplan carpentier casper catterall chagas charcot
charlson chediak chiari child chvostek clark clavien cobb codman colles conn conners cooley coombs cooper corrigan
cotton courvoisier coxsackie creutz creutzfeldt crigler crohn cronkhite crouzon cushing dandy darier deming dercum dix
down dressler dräger duchenne duckett duke dukes dupuytren ebstein edwards ehlers eisenmenger epley eppendorf epstein
epworth erb ewing fabry fagerström fallot fanconi fazekas felty ferriman finkelstein fitzpatrick fontaine forrester
fournier frank fuchs gaenslen gallwey garden gardner gaucher gerbershagen gerstmann giemsa gilbert gilchrist gilles
gleason glisson golgi goodpasture gottron graefe graf gram graves guedel guillain hallpike hansen hartmann hartnup
hashimoto hawkins heberden heimlich heinz hellp henoch herbert hess hexal heyde hinchey hippel hirschsprung hodgkin
hoehn hoffa hoffmann horner horton howell huber huntington hurler isaacs ishihara jaccoud jackson jacobson jaeger
jakob janeway jervell jobe jones kallmann kanavel kaposi karnofsky kartagener kawasaki kehr kellgren kerley kernig
killian killip kimmelstiel klatskin kleihauer klinefelter klumpke koch kocher koilonychie korotkow korsakoff korsakow
kretschmer krukenberg kussmaul kveim köbner köhler lachman ladd lambert landau langerhans lansing lasegue lasègue
lawrence laënnec ledderhose legg lennox leriche lesch leser lewy lhermitte lichtenstein liddle liebowitz lisfranc
lister lown lund lyell lyme lynch löffler löfgren mackay madelung maisonneuve maitland mallampati mallory marfan marsh
maslow mayer mayo mcburney mcdonald mcmurray meckel medtronic meige meigs melkersson mendelson meniere menière
meulengracht meyer mikulicz miller misgav mobitz moebius mohs mondor monro montgomery morison moro morquio morton
murphy ménétrier möbius münchhausen naegele neelsen neer nelson nikolski nissen noonan ockham oddi ogilvie ollier
oltenia ortolani osgood osler osmond outerbridge paget pancoast parinaud paris parkinson parks pasteur patau patella
payr pel perthes peutz peyronie pfannenstiel pfeiffer phalen pick pickwick plummer pott potter prader pringle
prinzmetal purkinje quick quincke raeder ramsay ranson ratiopharm ratschow raynaud recklinghausen reed reinke reiter
rett reye riedel rinne robin roche roemheld romano romberg rorschach ross roth rotter roux rovsing sachs salmonella
samter sandoz schanz schellong scheltens scheuermann schirmer schlatter schmorl schober schultz schwannom schönlein
segond seldin seldinger semmes sever sharp sheehan shiley shulman siemens simpson sinding sjoegren sjögren skene
sneddon snellen spitz spurling stada staffelstein stanford starry steele stein steinbrocker steinmann stellwag stevens
still stokes sturge sudeck sweet swyer sydenham sydney sézary takayasu takotsubo tanner tawara thomas thompson thomsen
tietze tiffeneau tinel tinetti todd tossy tourette trendelenburg trousseau tubiana turcot turner uhthoff unterberger
unverricht usher vater vincent virchow vojta volhard volkmann wagner waldenström waldeyer wallenberg warthin
waterhouse weber wegener weil wells wenckebach werdnig werlhof werner wernicke westphal whipple whitaker wilms wilson
wiskott wolff wolfram wood yahr yergason zenker ziehl zollinger zung`.split(/\s+/),
);

/** Beside such a word a name belongs to the thing: "nach Bobath", "Klassifikation Weber", "Lachman Test". */
export const thingsWithNames: ReadonlySet<string> = new Set(
  `anfall apotheke drainage firma fraktur grad gymnasium haus heilige heiligen heim hospital index institut kirche
klassifikation klinik kliniken klinikum krankenhaus krankheit kriterien lagerung manöver mb methode modell morbus nach
operation parese phänomen prothese reflex regel sankt schema scheme schiene schule score seniorenheim seniorenresidenz
spital st stadium stiftung syndrom technik test thyreoiditis typ universität universitätsklinikum verband zeichen`.split(
    /\s+/,
  ),
);
