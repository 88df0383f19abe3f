const writtenSurnames =
  `abdullah achleitner adamczyk adler? ahmed ahrens aigner albers albrecht? alexander? ali amann ammann andersen andres
arnold? arslan auer? aydin bachmann baier baldauf balzer bartels barth? baumann baumgartner baumgärtner bayer? bayram
becker? beckmann behrendt behrens berger? bergmann berisha bernhardt bertram bieri bischoff? bittner blum? bolliger
borchert boss? bosshard brandl brandstetter brandt? braun? breuer brinkmann brodbeck brunner bruns brückner brügger
bucher buchholz burger? burkhardt busch? bär? bärtschi böhm böhme bösch bühler büttner christen? christensen conrad?
dahmen david? demir demirci denk? dietrich dietz dittrich dogan doğan dreher? döring eberhardt eberle ebert ebner
eckert eder egger egli ehlers eichhorn eigner engel? engelhardt erdmann ernst? esposito etter fankhauser fehr ferrari?
fiedler fischbacher fischer? fleischer? fleischmann franke frankl frei? frey friedrich? fritsch fröhlich fuchs?
fuhrmann funk? fässler förster gashi gasser gebhardt geiger? geißler gerber gerlach giese glaser? graber grabner graf?
grasser greiner grimm gross? groß? gruber gräf grünwald gut? gärtner? göbel göring günther haag haas? haase hafner
hagen hahn? haller? hamann hammer? hansen hartmann hauser? hecht? heer heim? hein? heinemann heinrich? heinze held?
heller hempel henkel? hennig henning hermann? herrmann herzog hess? hesse? heuer heß? hinz hofer hoffmann hofmann
hofstetter holzer holzmann hoppe horn? horvath huber hug hummel? häusler höhn hölzl hübner ilić imhof isler ivanov
ivanović iwanow jacob? jacobs jaeger jahn jankowski jansen janssen jensen joos jordan? jovanović jung? junker? jäger?
kaiser? kamiński karl? kaspar? kaufmann? kaya keller kern? kessler keßler kiefer kirchner klein? kleiner? klemm klose
kluge knapp knecht? koch? kofler kohl? kolb konrad? kopp koprivica kovač kovács kowalczyk kowalski kraft? kramer kraus
krause krauß krebs? kretschmer kreuzer? krieger? krug? kruse krämer kröger krüger kuhlmann kuhn kunz kurt? kurz?
köhler könig? kühn künzli lang? lange? langer? lauber lechner lehmann lehner leitner lenz? leuenberger lewandowska
lewandowski lindemann linder? lindner link? lohmann lorenz? lorenzen ludwig? lutz? löffler lüdtke lüthi mader maier
mair marković marti martin? marx maurer? mayer mayr meier meister? menzel mertens merz? metzger? meyer michel? mohr?
moosbrugger morgenstern? moser musterfrau mustermann möller müller münch? nagel? naumann neubauer neuhaus? neumann
nguyen nguyễn nikolić novak nowak nussbaum? oberhauser oberhuber odermatt oertel opitz osterkamp ott? otto? paul?
pauli paulsen pavlović peter? peters? petersen petrović pfeffer? pfeiffer? pfister pham pichler plank pohl? popescu
popović popp portmann preuß prinz? probst radtke ramseier rapp? rau? rauch? redlich? reich? reichel reimann reimer
reinhardt reinhold reiter? renner? reuter richter? riedl rieger ritter? rohde romano rossi roth? rothe rudolph ruf?
runge rupp russo rüegg sahin sailer sander? santos? sauer? schaller schenk? scherer scheuer schiffer? schiller?
schilling? schindler schlegel schlüter schmid schmidt schmitt schmitz schneider? schnyder scholz schott? schramm
schreiber? schreiner schröder schröter schubert? schulte schultz schultze schulz schulze schumacher schumann schuster?
schwab? schwaiger schwarz? schwarzer? schweizer? schwendener schäfer schäffer schön? schütz seidel seifert seiler
seitz siebert siegel? siegenthaler silva? simić simon? singer? singh? sommer? sonnleitner springer? stadler? stahl?
staub? stauffer steger steiger stein? steinbach steiner steininger steinmann stephan stocker stoll straub strauß
strobl ströbel stucki studer sturm? stöckl suter szymański tanner? thiel thiele thoma thomas? thomsen tran traub
trautmann tschudi ulrich? ulrichs unger? urban? vetter vogel? vogelsang vogler vogt voigt vonlanthen voss voß völker
wagner? walder walser walter? walther wanner weber? wegener? wehner weibel weidner weigel weiland weis weiss? weiß?
wendt wenger wenzel werner? westermann wetzel wicki widmer wieland wilhelm? wilke will? wimmer? winkler winter? wirth?
witt witte wittmann wojcik wolf? wolff? wunderlich wyss yildirim yildiz yilmaz yıldırım yıldız yılmaz zaugg zbinden
zeller zgraggen ziegler zimmer? zimmerli zimmermann zollinger zürcher? çelik çetin özdemir öztürk şahin`.split(
    /\s+/,
  );

/**
 * Frequent surnames in the languages of patients. Other surnames are still found next to a title, a first
 * name or a date of birth.
 */
export const surnames: ReadonlySet<string> = new Set(writtenSurnames.map((word) => word.replace("?", "")));

/**
 * Surnames with a question mark in the list. They are also words, professions, months or first names, so they are
 * never sufficient evidence alone.
 */
export const doubtfulSurnames: ReadonlySet<string> = new Set(
  writtenSurnames.filter((word) => word.endsWith("?")).map((word) => word.slice(0, -1)),
);
