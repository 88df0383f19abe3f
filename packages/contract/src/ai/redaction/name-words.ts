const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words after which a name follows, even if it is a common word ("Frau Adler"). */
export const addressWords = list(
  "ddr herr herrn hr hrn frau fr fräulein frl dr prof professor doktor familie fam ehepaar señor señora madame monsieur mme mlle mr mrs ms miss signor signore signora sig dott dottore dottoressa docteur dre",
);

/** Forms of address of one person, after which even a common noun is a surname ("Frau Nacht"). */
export const personalAddresses = list(
  "herr herrn hr hrn frau fr fräulein frl madame monsieur mme mlle mr mrs ms signor signora",
);

/** Titles and professions between the form of address and the name. */
export const titleWords = list(
  `dr prof professor professorin doktor doktorin pd priv doz dozent med dent vet phil rer nat jur theol habil mag mmag dipl ing
psych univ hc msc bsc mba phd oa oä ä fa fä ta tä ra rain kollege kollegen kollegin oberarzt oberärztin chefarzt chefärztin
assistenzarzt assistenzärztin apotheker apothekerin rechtsanwalt rechtsanwältin richter richterin freiherr freifrau graf gräfin
baron baronin herr herrn hr hrn fr fam familie frau ddr mmag bakk studienrat studienrätin pfarrer schwester docteur dott dottore dottoressa`,
);

/** Words after which a name follows if the next word can be a name. */
export const likelyWords = list(
  `patient patientin patienten pat kollege kollegen kollegin tochter sohn mutter vater ehefrau ehemann ehegatte gattin gatte bruder schwester
schw schwestern enkel enkelin neffe nichte tante onkel oma opa freund freundin partner partnerin lebensgefährte lebensgefährtin betreuer
betreuerin kläger klägerin bewohner bewohnerin versicherte versicherter versicherten mitarbeiter mitarbeiterin nachbar nachbarin hebamme
logopädin logopäde physiotherapeut physiotherapeutin pfleger pflegerin dgkp pfk mfa mpa oberarzt oberärztin chefarzt chefärztin
oa oä fa fä ra pfarrer kind zwilling praxis ordination namens heiße heisse heißt heisst name gez unterzeichnet geborene geborener
geb mfg lg vg bg gruß grüße grüßen gruss grüsse grüssen dank danke hochachtungsvoll
liebe lieber hallo hi moin servus hey sachbearbeiter sachbearbeiterin pflegefamilie sekretärin ansprechpartner ansprechpartnerin
operateur operateurin assistenz anästhesie einsender zuweiser verordner hausarzt hausärztin kontoinhaber kontoinhaberin antragsteller
antragstellerin betreff betr betrifft re kinder eltern sorgeberechtigte unterschrift von an cc hd kontakt notfallkontakt angehörige
angehöriger person empfänger absender protokoll untersucher befunder diktiert arzt ärztin nachname vorname familienname rufname
klingel ich anrufer anruferin cousin cousine großmutter großvater bew pfl from to sender taufname zuname`,
);

/** Greetings and closings: a comma or line break may precede the name. */
export const closingWords = list(
  "mfg lg vg bg gruß grüße grüßen gruss grüsse grüssen dank danke hochachtungsvoll hallo hi moin servus hey ich",
);

/** Words that introduce a name only with a colon ("An: …", "Protokoll: …"). */
export const labelWords = list(
  `name from to sender von an cc re person kontakt eltern kinder arzt ärztin assistenz anästhesie kind protokoll absender empfänger betreff betr
betrifft diktiert angehörige angehöriger einsender`,
);

/** Labels after which any word is a name. */
export const nameFields = list("name vorname nachname familienname zuname rufname");

/** Particles inside a surname ("von der Heydt", "Van der Meulen"). */
export const particles = list(
  "von van vom zu zum zur der den de del della di da dos du la le al el ben bin ibn ten ter auf",
);
