import { passwordMaxLength, passwordMinLength } from "./limits.ts";

/** Reasons why a password is rejected; the codes are keys of the validation texts. */
export const passwordIssueCodes = [
  "passwordMinLength",
  "passwordUppercase",
  "passwordLowercase",
  "passwordDigit",
  "passwordMaxLength",
  "passwordContext",
] as const;

export type PasswordIssueCode = (typeof passwordIssueCodes)[number];

/** Product name; rejected as a password in every organization. */
const productName = "praxisportal";

/** Minimum length of a context word. Shorter words ("am", "Dr") do not identify a person and would match by chance. */
const contextWordMinLength = 3;

/** Data about the user and the organization of a password. */
export interface PasswordContext {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly username?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly organizationName?: string | null | undefined;
}

/** Returns the letters and digits of a text, case-folded, so that "Müller-Probe" and "müller probe" are equal. */
function foldCase(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Returns the words that must not be the password: both names, username, address, its local part, and the name of
 * the organization.
 */
export function passwordContextWords(context: PasswordContext): string[] {
  const { firstName, lastName, username, email, organizationName } = context;
  const words = [
    firstName,
    lastName,
    `${firstName ?? ""}${lastName ?? ""}`,
    `${lastName ?? ""}${firstName ?? ""}`,
    username,
    email,
    email?.split("@")[0],
    organizationName,
  ];
  return [...new Set(words.filter((word): word is string => Boolean(word)))];
}

function isContextWord(password: string, contextWords: readonly string[]): boolean {
  const candidate = foldCase(password);
  const withoutDigits = candidate.replaceAll(/^\p{Nd}+|\p{Nd}+$/gu, "");
  return [productName, ...contextWords]
    .map(foldCase)
    .filter((word) => word.length >= contextWordMinLength)
    .some((word) => word === candidate || word === withoutDigits);
}

/**
 * Returns every reason to reject `password`, in the order of `passwordIssueCodes`; empty if it is acceptable here (only
 * the server can check for breached passwords). Length is counted in code points, so that spaces and every script are
 * accepted. `contextWords` are compared case-insensitively, either exactly or without leading and trailing digits.
 */
export function passwordIssues(password: string, contextWords: readonly string[] = []): PasswordIssueCode[] {
  const characters = [...password].length;
  const violated: Record<PasswordIssueCode, boolean> = {
    passwordMinLength: characters < passwordMinLength,
    passwordUppercase: !/\p{Lu}/u.test(password),
    passwordLowercase: !/\p{Ll}/u.test(password),
    passwordDigit: !/\p{Nd}/u.test(password),
    passwordMaxLength: characters > passwordMaxLength,
    // A text beyond the limit is rejected anyway, so it is not folded.
    passwordContext: characters <= passwordMaxLength && isContextWord(password, contextWords),
  };
  return passwordIssueCodes.filter((code) => violated[code]);
}
