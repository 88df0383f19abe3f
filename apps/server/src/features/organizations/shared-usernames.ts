/** Words for a place or for everybody; two of them together are common as well. */
const places = [
  ..."empfang anmeldung rezeption sekretariat büro buero verwaltung team praxis ordination info labor".split(
    " ",
  ),
  ..."röntgen roentgen mfa mpa zfa arzt pc cabinet studio office".split(" "),
];

/** Further words, as practices of our languages use them for one common sign-in. */
const others = [
  ..."tresen telefon leitung kontakt op pflege notfall sprechstunde ärzte aerzte doktor assistenz".split(" "),
  ..."vertretung azubi praktikant mitarbeiter benutzer user gast guest test admin administrator".split(" "),
  ..."service computer arbeitsplatz tablet reception frontdesk staff accueil équipe equipe".split(" "),
  ..."laboratoire secrétariat accettazione laboratorio segreteria ambulatorio".split(" "),
];

/**
 * User names, without their digits and underscores, that say a place or a job instead of a person: `empfang`,
 * `team_2` and `praxis_labor` are meant, somebody whose name only begins so (`laborde_anna`) is not. A list to look
 * up in, because matching a pattern costs more than everything else that is counted of a person.
 */
export const sharedUsernames: readonly string[] = [
  ...places,
  ...others,
  ...places.flatMap((first) => places.map((second) => first + second)),
];
