/** The server's reasons for a forced sign-out, by the text that explains them. */
const textsByCause = {
  password_changed: "password",
  two_factor_changed: "factor",
  two_factor_reset: "factor",
  email_change_withdrawn: "address",
  membership_ended: "access",
  person_deleted: "access",
  ended_by_person: "device",
  ended_by_administrator: "administrator",
  connections_reset: "administrator",
  day_code_ended: "administrator",
  workstation_removed: "administrator",
  account_joined: "account",
  refresh_reused: "copied",
} as const;

/** Returns the key of the text that explains a forced sign-out. */
export function causeText(cause: string | null) {
  return cause !== null && Object.hasOwn(textsByCause, cause)
    ? textsByCause[cause as keyof typeof textsByCause]
    : "other";
}
