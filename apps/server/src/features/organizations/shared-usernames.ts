/** Words for a place, a device, a job or everybody, as practices of our languages use them for one common sign-in. */
const words = [
  "empfang anmeldung rezeption tresen telefon sekretariat büro buero verwaltung leitung",
  "team praxis ordination info kontakt labor röntgen roentgen op pflege notfall sprechstunde",
  "arzt ärzte aerzte doktor mfa zfa mpa assistenz vertretung azubi praktikant mitarbeiter",
  "benutzer user gast guest test admin administrator service pc computer arbeitsplatz tablet",
  "office reception frontdesk staff accueil cabinet équipe equipe laboratoire secrétariat",
  "accettazione studio laboratorio segreteria ambulatorio",
]
  .join(" ")
  .replaceAll(" ", "|");

/**
 * Pattern (of PostgreSQL and JavaScript alike) of user names that say a place or a job instead of a person:
 * `empfang`, `team_2`, `praxis_labor`. Somebody whose name only begins so (`laborde_anna`) is not meant.
 */
export const sharedUsernamePattern = `^_*(${words})(_*(${words}))*[_0-9]*$`;
