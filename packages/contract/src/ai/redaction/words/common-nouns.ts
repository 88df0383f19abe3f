/**
 * Nouns that are common in medical letters, dictations and notes, in lower case. They are needed because most
 * capitalized words in German are nouns. A listed word is a name only after a form of address ("Frau Adler").
 */
export const commonNouns: ReadonlySet<string> = new Set(
  `abdomen abend abgang ablauf absage absatz abschluss absprache abstand abstrich abszess adresse aids akte akut alarm
alkohol allgemeinzustand alter ambulanz ampulle amt analyse anamnese anbau anfang angebot angehörige angehöriger
angina angst anhalt anhang anlagen anliegen anruf anschluss anschrift ansicht anspruch antibiotika antibiotikum antrag
antrieb antwort anzahl anästhesie aok aorta apotheke apotheker apothekerin apparat appendix appetit april arbeit
arbeitgeber arm art arteria arterie arzt aspirin ass assistenz asthma aszites atem audi aufenthalt auftrag aufwand
auge august aura ausgang auskunft ausland auslass ausschlag ausschluss aussicht austritt ausweis auswurf auto azubi
bad bahn bandscheibe bank barmer basis bauch baum beamter beamtin becken bedarf bedenken beginn behandler bein
beispiel bekannte bereich bericht berlin bern beruf bescheid beschwerden besuch betrag betreff betreuer betreuerin
betrieb bett beweis bewohner bewohnerin bezirk bezug bild bilder bildschirm biopsie bitte bkk blase blut bmw bruch
bruder brust bub bzw büro ca café cave chance chef chirurg chirurgie chirurgin cholesterin code cor cortison creme css
dak damen dank darm dat datei datum dauer decke defekt demenz deutsch deutschland diabetes diabetiker diagnostik
dialyse dienst dienstags diktat dipl diät doc doktor donnerstags doppelpunkt dosis dr drainage druck durchwahl dusche
echo ehe ehefrau ehemann ehepaar eingang eingriff einlagen einsatz einsender eintritt eisen eiweiß ekg eliquis eltern
empfang ende energie englisch engpass enkel enkelin epikrise epilepsie erbrechen erfolg ergebnis ergebnisse erguss
erhalt ersatz erst erstgespräch erwachsene essen etage etc europa evtl ex exanthem fa facebook fach fahrer fahrt fall
familie fax februar fehler feier ferien ferse festnetz fett feuer fieber finger firma fläche folge form formular foto
frage fraktur frankfurt französisch frau freitags freude freund freundin frist früh frühling fuß fäden fälle füße gang
ganze garten gast gatte gattin geburt geburtsdatum gefahr gefäße gehstrecke gehör geld gelenk gerät geräusche
geschichte geschlecht geschwister gesicht gespräch getränke gewebe gewicht ggf gips glück gold google grad gramm
grenze grippe grund gruppe gruß größe grüsse grüße gutachten haare hals hamburg hand handy harn haus hausbesuch
hausfrau haut hebamme heim helsana heparin herbst herr herz hilfe hirn hitze hoden hof hotel hund hunger husten hälfte
hände härte höhe hüfte ibuprofen ikk immunsystem impfpass infarkt infekt info inhalt inkl innere insulin intensiv
interesse internet internist intervall italien italienisch jahr jahrgang januar jugend juli junge juni jänner kalk
kanüle kapsel karte karzinom kasse katheter katze keime kenntnis kind kinder kirche kita klammer klasse klinik
klinikum knie knochen kollege kollegin kolleginnen komma kommentar konsil kontakt konto kontoinhaber kontoinhaberin
kontrolle konzept kopf kopie kosten kraft krampf kranke krankengymnastik krankenhaus krankenkassen krankenpfleger
kreatinin krebs kreis kreislauf kroatien kunde kur köln körper körpergröße labor lage land lasix laut leben
lebensgefährte lebensgefährtin leber lehrer lehrerin leiste leukozyten links linse lippe liste literatur logopädin
luft luftnot lunge lupus lymphknoten länge magen mai mail mal mama mandeln mangel mann marcumar maske massage material
maß med medikament medis medizin menge menschen metformin mieter migräne milch milz minuten mitglied mittags mitte
mittel mittwoch mobil modell moment monat montags morbus morgen mund muskel mutter mädchen männer märz münchen nabel
nachbar nachbarin nachmittags nachname nachricht nachsorge nacht nadel nagel name narbe nase natur neffe nerven
neugeborenes nichte niere niveau note notiz novalgin november nr nummer oa oberarm oberschenkel obst ohr oktober oma
onkel opa operateur organ ort orthopäde orthopädie ostern pankreas papa papier paracetamol parese partner partnerin
pass pat patient patientin patientinnen pause periode person pfarrer pflege pflegeheim pfleger pflegerin phase pillen
pilz plan platte platz pneumonie polen polizei polnisch polyp post postfach praxis praxisstempel prednisolon probe
problem procedere prof professor professorin prothese protokoll prozedere prozent pulmo puls punkt quartal quick
rachen rand rat raucher raucherin raum rechts rechtsanwalt reflex reflux regel reha reise rente rentner rentnerin
resistenz rest rezept richter richterin rippe risiko rollator rolle ruhe röntgen rücken rückruf rücksprache sachen
saft salbe salbutamol salz samstags sankt schaden schaf schatten schicht schlaf schluss schlüssel schmerz schnitt
schock schritt schuhe schule schulter schutz schwager schweigepflicht schweiz schweiß schwerpunkt schwester
schwiegersohn schwindel schwägerin schüler schülerin see seite sekretariat sekretärin sekunden semikolon senioren
seniorenheim september serie sicht sinne sitz skype sohn sommer sonne sonntags sorge sozialarbeiter spezialist spiegel
spital spitex sport sprache spritze spur sr st stadt stand status stelle stempel stich stimme stirn stn stock str
strasse straße stress student stuhl stuhlgang stunde sturz stärke substanz suche sucht swica syndrom synkope system
säugling söhne tabelle tablette tag tante tasche tasse tavor taxi team teil tel telefax telefon telefonat temperatur
tempo termin tesla test text thema therapie thorax tier tilidin tinnitus tisch tk tochter tod ton torasemid training
transport treffen treppe tropfen tumor typ töchter tür türkei türkisch tüv uhr ulkus umfang umzug unklar unruhe
unterarm unterlagen unterschenkel unterschrift urin urlaub ursache vater vegetativ vene verdacht verein verfahren
vergleich verhalten verlauf verlust verordner versicherte versicherter verwandte visite visus vitamin vollmacht
vormittags vorname vorschlag vorsicht vorsorge vw wade wand wange ware wasser wechsel weg weihnachten wein wert wetter
whatsapp wien winter wirbel wirbelsäule witwe witwer woche wohl wohnort wort wunde wunsch wurzel wärme wäsche wünsche
xarelto zahl zahn zehe zeichen zeile zeit zentrum zeugnis ziel zigaretten zimmer zn zoom zucker zug zukunft zunge
zusatz zustand zwilling zyklus zyste zähne zürich ärzte ärztin ärztinnen ödem österreich überweiser`.split(
    /\s+/,
  ),
);

/**
 * Words other than nouns that are capitalized at the start of a sentence or line, and forms of address and closings.
 */
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
