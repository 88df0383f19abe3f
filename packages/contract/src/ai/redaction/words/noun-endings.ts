/**
 * Noun endings and last parts of compound nouns that surnames do not have ("Schilddrüsensprechstunde", "Sinusitis").
 * They are in lower case and have three letters or more.
 */
export const nounEndings: ReadonlySet<string> = new Set(
  `abend adenom adresse algie allee allergiker allergikerin amol amt anamnese angst anruf anrufer anruferin antikörper
antin antrag antwort apotheke arbeit arbeiten arbeiter arbeiterin art arterie arzt attest aufnahme auge augen ausweis
azol band bandage befund befunde beginn bereich bericht berichte bescheinigung bild bilder bitte blase blatt blocker
blut bogen brief briefe bruch bruder bänder cillin creme darm diabetiker diabetikerin diagnose diagnosen dienst dipin
dopa dosis drain drainage druck drüse echo einlage einlagen eiweiß ektomie eltern ende entin entlassung enzym erei
eurin fahrer fahrerin faktor fall fieber finger folge form formular frage fragen fraktur frequenz freund freundin
fälle gabe gaben gasse gefäße gelenk gelenke gerät gewebe gliflozin gliptin grad grafie gramm grammen graphie grund
grüssen grüße grüßen gutachten haut heit heiten helferin hemmer herz hormon hormone hospital hüfte iater iaterin idin
ierung iker ikerin impfung index indikation infarkt infekt infektion insuffizienz ismus istin ital itis ität itäten
ium jahr jahre jahren karte karzinom kasse katheter keit keiten kind kinder kita klinik klinikum knochen konto
kontrolle krankenhaus krankheit krebs kultur labor lage leber lehrer lehrerin leiter leiterin leute liche lichen
licher liches liquor liste logie login luft lukast lunge lymphom läufer läuferin mab magen mail mangel maßnahme
maßnahmen medikation meisterin melanom menge metrie milz mittag mittel monat monate monaten morgen mus muskel mutter
mycin myelom nachricht nacht nahme nahmen naht narbe nerv nib niere nieren nummer nummern ogen ohr ohren ologe ologin
olol ose osen osin oxacin oxin parese parin partner partnerin pathie pathien patient patienten patientin penie pfleger
phase phänomen plan plastik platz plegie plex polizist polyp praxis prazol pril protein puls raucher raucherin raum
rechnung rechnungen rentner rezept rezeptor rhoe rhythmus riss röntgen rückruf salbe salz sarkom sartan schaft schiene
schlaf schlauch schleimhaut schmerz schmerzen schnitt schule schulter schwester schwäche score sehne seite seiten
serum setron sion skopie skopien sonde spiegel spital spray sprechstunde spritze statin station stelle stenose stich
stoff stomie str strasse straße stress strumpf strümpfe student stufe stuhl stunde stunden sturz störung sucht syndrom
säure tablette tabletten tag tage tagen team teil teile termin termine test tests therapie tinib tion tionen tochter
tomie tonie torin trauma trinken trinker trinkerin triptan tropfen tumor ulcus ulkus unfall ung ungen untersuchung
urie urin vater vene verband verkäufer verkäuferin verlauf versicherung vir vitamin vollmacht volumen wasser weg wert
werte wirt woche wochen wunde wunsch wurzel xaban yrox zahn zehen zeichen zeit zeiten zelle zellen zentrum zepam
zimmer zucker zyste zähne ämie ärzte ärztin ärztinnen ödem ödeme überweisung`.split(/\s+/),
);
