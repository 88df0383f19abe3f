import { createHash, timingSafeEqual } from "node:crypto";

/** An account of this server. Its password is documented, because all data is invented. */
export type LegacyAccount = {
  username: string;
  password: string;
  name: string;
  /** Whether the account is locked from the start. */
  isLocked?: boolean;
};

export const demoAccounts: readonly LegacyAccount[] = [
  { username: "empfang", password: "Muster-Empfang-3000", name: "Emma Musterempfang" },
  { username: "aerztin", password: "Muster-Aerztin-3000", name: "Dr. Anke Musterärztin" },
  { username: "gesperrt", password: "Muster-Gesperrt-3000", name: "Gerd Mustergesperrt", isLocked: true },
];

/** Number of wrong passwords in a row that lock an account until the server stops. */
const maxWrongPasswords = 5;

export type LoginResult =
  | { outcome: "signed-in"; account: LegacyAccount }
  | { outcome: "wrong" }
  | { outcome: "locked" };

/** The accounts with their wrong passwords in a row. */
export class Accounts {
  readonly #accounts: ReadonlyMap<string, LegacyAccount>;
  readonly #wrongPasswords = new Map<string, number>();

  constructor(accounts: readonly LegacyAccount[]) {
    this.#accounts = new Map(accounts.map((account) => [account.username, account]));
  }

  logIn(username: string, password: string): LoginResult {
    const account = this.#accounts.get(username);
    if (account === undefined) return { outcome: "wrong" };
    const wrongPasswords = this.#wrongPasswords.get(username) ?? 0;
    if (account.isLocked === true || wrongPasswords >= maxWrongPasswords) return { outcome: "locked" };
    if (!isEqual(password, account.password)) {
      this.#wrongPasswords.set(username, wrongPasswords + 1);
      return { outcome: "wrong" };
    }
    this.#wrongPasswords.delete(username);
    return { outcome: "signed-in", account };
  }
}

function isEqual(text: string, other: string): boolean {
  const hash = (value: string) => createHash("sha256").update(value).digest();
  return timingSafeEqual(hash(text), hash(other));
}
