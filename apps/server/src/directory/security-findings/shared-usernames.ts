/** Words for a place or a group; combinations of two are common as well. */
const places = [
  ..."empfang anmeldung rezeption sekretariat büro buero verwaltung team praxis ordination info labor".split(
    " ",
  ),
  ..."röntgen roentgen mfa mpa zfa arzt pc cabinet studio office".split(" "),
];

/** Further words that organizations use for shared accounts, in the supported languages. */
const groupWords = [
  ..."tresen telefon leitung kontakt op pflege notfall sprechstunde ärzte aerzte doktor assistenz".split(" "),
  ..."vertretung azubi praktikant mitarbeiter benutzer user gast guest test admin administrator".split(" "),
  ..."service computer arbeitsplatz tablet reception frontdesk staff accueil équipe equipe".split(" "),
  ..."laboratoire secrétariat accettazione laboratorio segreteria ambulatorio".split(" "),
];

/**
 * Usernames, without digits and underscores, that name a place or a job instead of a person: `empfang`, `team_2` and
 * `praxis_labor` match; a name that merely begins with such a word (`laborde_anna`) does not. It is a lookup list,
 * because matching a pattern costs more than all other counts of a person together.
 */
export const sharedUsernames: readonly string[] = [
  ...places,
  ...groupWords,
  ...places.flatMap((first) => places.map((second) => first + second)),
];
