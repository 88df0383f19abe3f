import type { Role } from "@praxisportal/contract/roles";
import { transliterate } from "@praxisportal/contract/username";

/** The documented password of all demo accounts. */
export const demoPassword = "Demo-Praxis-2026!";
/** The documented TOTP secret of `zweifaktor`. */
export const demoTotpSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** A documented account that can sign in. */
export type DemoAccount = {
  username: string;
  firstName: string;
  lastName: string;
  organization: number | null;
  role: Role;
  department: string | null;
  /** Permissions in addition to those of the role; an owner also gets the initial permissions of every owner. */
  permissions?: readonly string[];
  twoFactor?: true;
};

export const demoAccounts: readonly DemoAccount[] = [
  {
    username: "plattform",
    firstName: "Petra",
    lastName: "Demo-Plattform",
    organization: null,
    role: "super_admin",
    department: null,
  },
  {
    username: "system",
    firstName: "Sven",
    lastName: "Demo-System",
    organization: null,
    role: "admin",
    department: null,
  },
  {
    username: "inhaberin",
    firstName: "Ina",
    lastName: "Musterfrau",
    organization: 0,
    role: "org_admin",
    department: "Leitung",
  },
  {
    username: "aerztin",
    firstName: "Anke",
    lastName: "Muster-Sommer",
    organization: 0,
    role: "editor",
    department: "Sprechzimmer",
    permissions: ["ai:use"],
  },
  {
    username: "manager",
    firstName: "Jonas",
    lastName: "Demo-Huber",
    organization: 0,
    role: "practice_admin",
    department: "Verwaltung",
  },
  {
    username: "redaktion",
    firstName: "Rita",
    lastName: "Beispiel-Redlich",
    organization: 0,
    role: "editor",
    department: "Verwaltung",
  },
  {
    username: "mfa",
    firstName: "Mira",
    lastName: "Beispiel-Ahorn",
    organization: 0,
    role: "viewer",
    department: "Empfang",
  },
  {
    username: "zweifaktor",
    firstName: "Zoe",
    lastName: "Probe-Faktor",
    organization: 0,
    role: "editor",
    department: "Labor",
    twoFactor: true,
  },
  {
    username: "ordination",
    firstName: "Olga",
    lastName: "Beispiel-Wiener",
    organization: 1,
    role: "org_admin",
    department: "Leitung",
  },
  {
    username: "probeweg",
    firstName: "Reto",
    lastName: "Probe-Gasser",
    organization: 2,
    role: "org_admin",
    department: "Leitung",
  },
  {
    username: "testallee",
    firstName: "Tara",
    lastName: "Muster-Allee",
    organization: 3,
    role: "org_admin",
    department: "Leitung",
  },
  {
    username: "musterhof",
    firstName: "Moritz",
    lastName: "Demo-Hofer",
    organization: 4,
    role: "org_admin",
    department: "Leitung",
  },
];

/** A member who only fills the lists. */
export type DemoStaff = {
  firstName: string;
  lastName: string;
  /** Local part of the address; the username is the same with underscores. */
  mailName: string;
  role: Role;
  department: string;
  jobTitle: string;
  initials: string;
  extension: string;
  /** Permissions in addition to those of the role. */
  permissions: readonly string[];
  status: "active" | "pending" | "deactivated";
  blocked: boolean;
  locked: boolean;
  twoFactor: boolean;
  /** Validity of a temporary membership; null means unlimited. */
  validForDays: number | null;
  joinedDaysAgo: number;
  /** Whether they have ever signed in. */
  signsIn: boolean;
};

const firstNames = [
  "Anneliese",
  "Lena",
  "Fatma",
  "Per",
  "Karl",
  "Özlem",
  "Björn",
  "Chiara",
  "Dilan",
  "Élodie",
  "Frieda",
  "Gökhan",
  "Hanna",
  "Ivo",
  "Jule",
  "Kai",
  "Luca",
  "Magda",
  "Nils",
  "Oskar",
  "Paula",
  "Quirin",
  "Rosa",
  "Selin",
  "Till",
  "Ulla",
  "Vera",
  "Wanda",
  "Xaver",
  "Yara",
  "Zita",
  "Ärmin",
];
const stems = ["Muster", "Beispiel", "Demo", "Probe"];
const endings = [
  "Oberhuber",
  "Lindqvist",
  "Kessler",
  "Winter",
  "Steinhauer",
  "Özdemir",
  "Äpfelbach",
  "Brandt",
  "Castelli",
  "Dörr",
  "Engel",
  "Fuchs",
  "Gärtner",
  "Hofer",
  "Imboden",
  "Jansen",
  "Klee",
  "Lang",
  "Meissner",
  "Nussbaum",
];
/** Job titles in the order of the departments. */
const jobTitles = ["MFA", "MTL", "MTR", "Buchhaltung", "Ärztliche Vertretung", "IT-Betreuung"];
const departments = ["Empfang", "Labor", "Röntgen", "Verwaltung", "Vertretung", "Praxis-IT"];
const staffRoles: readonly Role[] = [
  "viewer",
  "viewer",
  "editor",
  "viewer",
  "viewer",
  "practice_admin",
  "support",
  "finance",
];

/** Returns fictitious members, the same at every start, in every state that a list can show. */
export function demoStaff(organization: number, count: number): DemoStaff[] {
  const takenInitials = new Set<string>();
  return Array.from({ length: count }, (_unused, index) => {
    const seed = index * 7 + organization * 11;
    const firstName = pick(firstNames, index + organization * 5);
    const lastName = `${pick(stems, index)}-${pick(endings, seed)}`;
    const status = index % 13 === 5 ? "pending" : index % 17 === 9 ? "deactivated" : "active";
    return {
      firstName,
      lastName,
      mailName: mailNameOf(firstName, lastName, index),
      role: pick(staffRoles, seed),
      department: pick(departments, seed),
      jobTitle: pick(jobTitles, seed),
      initials: initialsOf(firstName, lastName, takenInitials),
      extension: String(11 + index),
      // Some write letters with the help of the AI.
      permissions: pick(staffRoles, seed) === "editor" ? ["ai:use"] : [],
      status,
      blocked: status === "active" && index % 19 === 7,
      locked: status === "active" && index % 20 === 2,
      twoFactor: status === "active" && index % 3 !== 0,
      validForDays: pick(staffRoles, seed) === "support" && index % 16 === 2 ? 60 : null,
      joinedDaysAgo: 20 + seed * 3,
      signsIn: status === "active" && index % 6 !== 4,
    };
  });
}

/** Returns initials like LBB that are unique in the organization. */
function initialsOf(firstName: string, lastName: string, takenInitials: Set<string>): string {
  const letters = [firstName, ...lastName.split("-")].map((part) => part.charAt(0).toUpperCase()).join("");
  let initials = letters;
  for (let number = 2; takenInitials.has(initials); number += 1) initials = `${letters}${number}`;
  takenInitials.add(initials);
  return initials;
}

/** Returns a name like `lena.beispiel-brandt`. When the first names repeat, a number is appended. */
function mailNameOf(firstName: string, lastName: string, index: number): string {
  const plain = transliterate(`${firstName}.${lastName}`);
  return index < firstNames.length ? plain : `${plain}${Math.floor(index / firstNames.length) + 1}`;
}

function pick<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item;
}
