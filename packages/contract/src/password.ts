import { passwordMaxLength, passwordMinLength } from "./limits.ts";

/** Why a password is refused; the codes are keys of the validation texts. */
export const passwordIssueCodes = [
  "passwordMinLength",
  "passwordUppercase",
  "passwordLowercase",
  "passwordDigit",
  "passwordMaxLength",
  "passwordContext",
] as const;

export type PasswordIssueCode = (typeof passwordIssueCodes)[number];

/** Name of the product; refused as a password in every practice. */
const productName = "praxisportal";

/** Shorter words say nothing about a person ("am", "Dr") and would refuse by chance. */
const contextWordMinLength = 3;

/** What is known about the person and the practice a password belongs to. */
export interface PasswordContext {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly username?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly practiceName?: string | null | undefined;
}

/** Letters and digits only, case-folded, so that "Müller-Probe" and "müller probe" are one word. */
function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** The words that may not be the password: both names, user name, address, its local part, the practice. */
export function passwordContextWords(context: PasswordContext): string[] {
  const { firstName, lastName, username, email, practiceName } = context;
  const words = [
    firstName,
    lastName,
    `${firstName ?? ""}${lastName ?? ""}`,
    `${lastName ?? ""}${firstName ?? ""}`,
    username,
    email,
    email?.split("@")[0],
    practiceName,
  ];
  return [...new Set(words.filter((word): word is string => Boolean(word)))];
}

function isContextWord(password: string, contextWords: readonly string[]): boolean {
  const candidate = folded(password);
  const withoutDigits = candidate.replaceAll(/^\p{Nd}+|\p{Nd}+$/gu, "");
  return [productName, ...contextWords]
    .map(folded)
    .filter((word) => word.length >= contextWordMinLength)
    .some((word) => word === candidate || word === withoutDigits);
}

/**
 * Every reason to refuse `password`, in the order of `passwordIssueCodes`; empty = acceptable here (breached
 * passwords are known to the server alone). Length is counted in characters as a person sees code points, so
 * spaces and any script are welcome. `contextWords` are compared without case, exactly or with digits around.
 */
export function passwordIssues(password: string, contextWords: readonly string[] = []): PasswordIssueCode[] {
  const characters = [...password].length;
  const broken: Record<PasswordIssueCode, boolean> = {
    passwordMinLength: characters < passwordMinLength,
    passwordUppercase: !/\p{Lu}/u.test(password),
    passwordLowercase: !/\p{Ll}/u.test(password),
    passwordDigit: !/\p{Nd}/u.test(password),
    passwordMaxLength: characters > passwordMaxLength,
    // A text beyond the limit is refused anyway and not worth folding.
    passwordContext: characters <= passwordMaxLength && isContextWord(password, contextWords),
  };
  return passwordIssueCodes.filter((code) => broken[code]);
}
