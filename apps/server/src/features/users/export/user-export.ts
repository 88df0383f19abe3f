import type { Language } from "@praxisportal/contract/languages";
import { memberStateOf } from "@praxisportal/contract/users/users.rules";
import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import type { FileColumns } from "../../../platform/http/list-files.ts";
import de from "./user-export.de.json" with { type: "json" };
import en from "./user-export.en.json" with { type: "json" };
import fr from "./user-export.fr.json" with { type: "json" };
import it from "./user-export.it.json" with { type: "json" };

/** Texts of the file; unlike machine-readable files, a list of people is translated. */
const texts: Readonly<Record<Language, typeof de>> = { de, en, fr, it };

/** Returns the beginning of the file's name. */
export const exportSubject = (language: Language): string => texts[language].file;

/** Formats an instant in the time zone of the organization, in a form that spreadsheets of every language can read. */
function timeWriter(timeZone: string): (at: string | null) => string | null {
  // The Swedish format is "2026-11-21 08:30".
  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
  return (at) => (at === null ? null : format.format(new Date(at)));
}

/** Returns the columns of a list of people in a language; `withSecurity`: the caller may see security details. */
export function userColumns(
  language: Language,
  { timeZone, withSecurity }: { timeZone: string; withSecurity: boolean },
): FileColumns<ListedUser> {
  const { columns, states, twoFactor, roles } = texts[language];
  const time = timeWriter(timeZone);
  const securityColumns = (...list: FileColumns<ListedUser>): FileColumns<ListedUser> =>
    withSecurity ? list : [];
  return [
    [columns.lastName, (user) => user.personalInfo.lastName],
    [columns.firstName, (user) => user.personalInfo.firstName],
    [columns.username, (user) => user.username],
    [columns.email, (user) => user.email],
    [columns.phone, (user) => user.phone],
    [columns.role, (user) => roles[user.role.type]],
    // All effective permissions, because that is what an auditor needs.
    [columns.permissions, (user) => user.role.permissions.toSorted().join(" ")],
    [columns.department, (user) => user.organizationData.department],
    [columns.state, (user) => states[memberStateOf(user)]],
    ...securityColumns([columns.twoFactor, (user) => (user.twoFactorEnabled ? twoFactor.on : twoFactor.off)]),
    [columns.validUntil, (user) => time(user.validUntil)],
    [columns.joinedAt, (user) => time(user.joinedAt)],
    ...securityColumns([columns.lastLogin, (user) => time(user.lastLogin ?? null)]),
    [columns.createdAt, (user) => time(user.createdAt)],
    [columns.jobTitle, (user) => user.organizationData.jobTitle],
    [columns.extension, (user) => user.organizationData.extension],
    [columns.id, (user) => user.id],
  ];
}
