const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Adjectives that are surnames too. Inside a sentence, a capital letter distinguishes them. */
export const adjectiveSurnames = list(
  `klein groß gross lang kurz stark süß schwarz weiß weiss braun rot roth grün grau blau schön jung alt frei gut reich krank
früh spät scharf hart zart fröhlich lustig ehrlich klug kluge kräftig sauer still wild böse treu fromm stolz ernst selig milde
schlau schnell langsam leicht schwer breit schmal hoch tief rund spitz kahl kalt warm heiß trocken nass sanft gerade recht
wohl wunderlich lieb liebig edel teuer billig faul lahm blind taub stumm rau rauh grob fein dick dünn bunt hell dunkel`,
);

/** Nouns that are surnames too, besides those in the lists of nouns and surnames. */
export const nounSurnames = list(
  `berg tal thal bach feld wald see fels baum dorn ast ring stamm sack igel star stich wund fuß fuss herz bein hand kopf hals arm
rippe zahn puls blut galle milz haut stern mond sonne regen schnee frost nebel wind donner mai april märz freitag montag sonntag
abend morgen nacht mittag brot salz zucker pfeffer kuchen bier wein birne apfel kirsch rose nelke tulpe eiche linde tanne`,
);

/** Words after which a noun without an article is usually a name ("Befund an Koch"). */
export const prepositionsBeforeNames = list(
  `an von mit bei durch für zu ab laut gegen ohne per nach über à de chez par pour avec with by from to for di da con a dr
rücksprache absprache konsil befund diktat vertretung dienst operateur operateurin assistenz visite termin kopie cc team
untersucher freigabe unterschrift gez kollege kollegin kollegen kolleginnen`,
);

/** Adverbs before the name of a person who acts: "hat gestern Winter gewechselt". */
export const adverbsBeforeNames = list(
  "gestern heute morgen vorhin soeben bereits dann auch noch erneut wieder jetzt zuletzt vorher nachher",
);

/** Verbs that describe what people do. A sentence that starts with a name continues with one of these verbs. */
export const personVerbs = list(
  `hat bittet meldet ruft sagt fragt übernimmt schickt kontrolliert sieht nimmt macht gibt empfiehlt bestätigt kommt vertritt
möchte will wollte soll sollte kann konnte muss musste hatte sah kam ging rief bat meinte meint schreibt schrieb diktiert
diktierte unterschreibt unterschrieb operiert operierte untersucht untersuchte behandelt behandelte informiert informierte
bestellt bestellte zieht zog legt legte holt holte bringt brachte hört verordnet verordnete prüft prüfte plant plante wechselt
wechselte wünscht erklärt erklärte entscheidet entschied besucht besuchte betreut betreute begleitet begleitete geht arbeitet
haben übergibt übergab erledigt erledigte rät riet denkt weiß erinnert has said called`,
);

/** Verbs that follow an adjective that is a name, but also any noun ("Stark ist im Urlaub", "Herz ist unauffällig"). */
export const stateVerbs = list("ist war wird sind waren wurde is was will est ha");
