/**
 * Nouns of letters, dictations and notes of a practice, lower case: what a capital letter means in German most of the
 * time. A word of this list is a name only behind a form of address ("Frau Adler").
 */
export const commonNouns: ReadonlySet<string> = new Set(
  `abdomen abend abends abgang ablauf absage absatz abschluss absprache abstand abstrich abszess adresse aids akte akut
alarm alkohol allgemeinzustand alter ambulanz ampulle amt analyse anamnese anbau anfang angebot angehörige angehöriger
angina angst anhalt anhang anlagen anliegen anruf anrufe anschluss anschrift ansicht anspruch antibiotika antibiotikum
antrag antrieb antwort antworten anzahl anästhesie aok aorta apotheke apotheker apothekerin apparat appendix appetit
april arbeit arbeiten arbeitgeber arm arme art arteria arterie arzt aspirin ass assistenz asthma aszites atem audi
aufenthalt auftrag aufwand auge augen august aura ausgang auskunft ausland auslass ausschlag ausschluss aussicht
austritt ausweis auswurf auto bad bahn bandscheibe bank barmer basis bauch baum becken bedarf bedenken beginn
behandler bein beine beispiel bekannte bereich bericht berlin bern beruf bescheid beschwerden besuch besuche betrag
betreff betreuer betreuerin betrieb bett beweis bewohner bewohnerin bezirk bezug bild bilder bildschirm biopsie bitte
bkk blase blut bmw bruch bruder brust bub bzw büro ca cave chance chef chirurg chirurgie chirurgin cholesterin code
cor cortison creme css dak damen dank darm dat datei datum dauer decke defekt demenz deutsch deutschland diabetes
diabetiker diagnostik dialyse dienst dienstags dienste diktat dipl diät doktor donnerstags doppelpunkt dosis dr
drainage druck durchwahl dusche echo ehe ehefrau ehemann ehepaar eingang eingriff einlagen einsatz einsender eintritt
eisen eiweiß ekg eliquis eltern empfang ende energie englisch engpass enkel enkelin epikrise epilepsie erbrechen
erfolg ergebnis ergebnisse erguss erhalt ersatz erst erstgespräch erwachsene essen etage etc europa evtl ex exanthem
fa facebook fach fahrer fahrt fall familie fax februar fehler feier ferien ferse festnetz fett feuer fieber finger
firma fläche folge form formular foto fotos frage fragen fraktur frankfurt französisch frau frauen freitags freude
freund freunde freundin frist früh frühling fuß fäden fälle füße gang ganze garten gast gatte gattin geburt
geburtsdatum gefahr gefäße gehstrecke gehör geld gelenk gelenke geräusche geschichte geschlecht geschwister gesicht
gespräch getränke gewebe gewicht ggf gips glück gold google grad gramm grenze grippe grund gruppe gruß größe grüsse
grüße gutachten haare hals hamburg hand handy harn haus hausbesuch haut hebamme heim helsana heparin herbst herr
herren herrn herz herzen hilfe hirn hitze hoden hof hotel hund hunger husten hälfte hände härte höhe hüfte ibuprofen
ikk immunsystem impfpass infarkt infekt info inhalt inkl innere insulin intensiv interesse internet internist
intervall italien italienisch jahr jahre jahren jahres jahrgang januar jugend juli junge juni jänner kalk kanüle
kapsel kapseln karte karten karzinom kasse katheter katze keime kenntnis kind kinder kindern kirche kita klammer
klasse klinik kliniken klinikum knie knochen kollege kollegen kollegin kolleginnen komma kommentar konsil kontakt
konto kontoinhaber kontoinhaberin kontrolle kontrollen konzept kopf kopie kosten kraft krampf kranke krankengymnastik
krankenhaus krankenkassen kreatinin krebs kreis kreislauf kroatien kunde kunden kur kurs köln körper körpergröße labor
lage land lasix laut leben lebensgefährte lebensgefährtin leber lehrer lehrerin leiste leukozyten links linse lippe
liste literatur logopädin luft luftnot lunge lymphknoten länge magen mai mail mal mama mandeln mangel mann marcumar
maske massage material maß med medikament medikamente medizin menge menschen metformin mieter migräne milch milz
minuten mitglied mittags mitte mittel mittwoch mittwochs mobil modell moment monat monate monaten montags morbus
morgen morgens mund muskel mutter mädchen männer märz münchen nabel nachbar nachbarin nachbarn nachmittags nachname
nachricht nachsorge nacht nachts nadel nagel name namen narbe nase natur neffe nerven neugeborenes nichte niere nieren
niveau note notiz novalgin november nr nummer oa oberarm oberschenkel obst ohr ohren oktober oma onkel opa operateur
organ ort orthopäde orthopädie ostern pankreas papa papier paracetamol parese partner partnerin pass pat patient
patienten patientin patientinnen pause periode person personen pfarrer pflege pflegeheim pfleger pflegerin phase pilz
plan platte platz pneumonie polen polizei polnisch polyp polypen post postfach praxis praxisstempel prednisolon probe
problem probleme procedere prof professor professorin prothese protokoll prozedere prozent pulmo puls punkt punkte
quartal quick rachen rand rat raucher raucherin raum rechts rechtsanwalt reflex reflexe reflux regel reha reise rente
resistenz rest rezept rezepte richter richterin rippe risiko rollator rolle ruhe röntgen rücken rückruf rücksprache
saft salbe salbutamol salz samstags schaden schaf schatten schicht schlaf schluss schlüssel schmerz schmerzen schnitt
schock schritt schritte schuhe schule schulter schutz schwager schweigepflicht schweiz schweiß schwerpunkt schwester
schwestern schwiegersohn schwindel schwägerin schüler schülerin see seite seiten sekretariat sekretärin sekunden
semikolon senioren seniorenheim september serie sicht sinne sitz skype sohn sommer sonne sonntags sorge sorgen
spezialist spiegel spital spitex sport sprache spritze spritzen spur sr st stadt stand status stelle stempel stich
stimme stirn stn stock str strasse straße stress stuhl stuhlgang stunde stunden sturz stärke substanz suche sucht
swica syndrom synkope system säugling söhne tabelle tablette tabletten tag tage tagen tante tasche tasse tavor taxi
team teil teile tel telefax telefon telefonat temperatur tempo termin termine tesla test tests text thema therapie
therapien thorax tier tilidin tinnitus tisch tk tochter tod ton torasemid training transport treffen treppe tropfen
tumor typ töchter tür türkei türkisch tüv uhr ulkus umfang umzug unklar unruhe unterarm unterlagen unterschenkel
unterschrift urin urlaub ursache vater vegetativ vene venen verdacht verein verfahren vergleich verhalten verlauf
verlust verordner versicherte versicherter verwandte visite visus vitamin vitamine vollmacht vormittags vorname
vorschlag vorsicht vorsorge vw wade wand wange ware wasser wechsel weg weihnachten wein wert werte wetter whatsapp
wien winter wirbel wirbelsäule woche wochen wohl wohnort wort worte wunde wunden wunsch wurzel wärme wäsche wünsche
xarelto zahl zahn zehe zehen zeichen zeile zeit zeiten zentrum zeugnis ziel zigaretten zimmer zn zoom zucker zug
zukunft zunge zusatz zustand zwilling zwillinge zyklus zyste zähne zürich ärzte ärztin ärztinnen ödem ödeme österreich
überweiser`.split(/\s+/),
);

/** Words that begin a sentence or a line with a capital and are no noun; also forms of address and closings. */
export const functionWords: ReadonlySet<string> = new Set(
  `ab abends aber absender acht ade adieu alle allen aller allerdings alles allgemein als also am an anbei andere anderer
ansonsten auch auf aus ausserdem außerdem bei beide beiden beidseits beim bekannt beste besten bestens bevor bg bin
bis bisher bislang bitte ciao da dabei dadurch dafür daher damals damit danach daneben danke dann daran darauf
daraufhin darf das dass davon dazu dein deine dem den denn der deren des deshalb dessen deswegen die dies diese diesem
diesen dieser dieses doch dort drei du durch ebenfalls ebenso ein eine einem einen einer eines einmal er erbeten
erbitte ergänzend erneut erst erste ersten es etwa etwas euch euer eure falls fast folgende folgt freundliche
freundlichen frohe fünf für gab ganz geehrte geehrten geehrter gegen gelegentlich gern gerne gestern gez gibt gilt
grüezi grüss grüß gut gute guten guter habe haben hallo hallöchen hat hatte hatten herzlich herzliche herzlichen heute
hi hier hiermit hierzu hingegen hinter hochachtungsvoll ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in
infolge innerhalb insgesamt inzwischen ist ja je jede jeden jeder jedoch jetzt kann kein keine keinen keiner klinisch
kollegiale kommt können könnte könnten laut lebt leider lg lieb liebe lieben lieber liegt linke linker linkes links
mal man mehrere mein meine meinem meinen meiner merci mfg mit mitenand moin morgen muss möchte müsste nach nachdem
neben neu neue neuer neun nicht nie noch nun nur nächste nächster ob obwohl oder oft ohne per plötzlich pro rechte
rechter rechtes rechts regelmäßig retour schon schöne sechs sehr sei seien sein seine seinem seinen seiner seit
seitdem selbst servus sich sie sieben sind so sobald sodass sofern sofort soll sollen sollte somit sonst soweit später
statt tagsüber trotz trotzdem tschüss täglich um und ungefähr uns unser unsere unserem unseren unserer unter verehrte
vg viel viele vielen vielleicht vier vom von vor vorher wann war waren warum was wegen weil weiter weitere weiterhin
welche welcher wenn wer werden wie wieder will willkommen wir wird wo wohnhaft wohnt wollen worden wurde wurden
während wäre würde zehn zeigt zeigte zirka zu zudem zuerst zuletzt zum zunächst zur zurück zusammen zusätzlich zwar
zwei zweite zweiter zwischen über überall`.split(/\s+/),
);
