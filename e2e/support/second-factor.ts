import { expect, type Page } from "@playwright/test";
import { Secret, TOTP, URI } from "otpauth";

const periodMs = 30_000;

/** An authenticator app: holds a secret and gives each code once, as the server takes each once. */
export class AuthenticatorApp {
  readonly #totp: TOTP;
  #used = 0;

  constructor(totp: TOTP) {
    this.#totp = totp;
  }

  /** With the address that a QR code holds. */
  static ofAddress(address: string): AuthenticatorApp {
    const parsed = URI.parse(address);
    if (!(parsed instanceof TOTP)) throw new Error("no code of time");
    return new AuthenticatorApp(parsed);
  }

  /** With a key that was typed by hand. */
  static ofKey(key: string): AuthenticatorApp {
    return new AuthenticatorApp(new TOTP({ secret: Secret.fromBase32(key.replaceAll(/\s/g, "")) }));
  }

  /** A code the server has not seen: the present one, or the next, which it takes already. */
  code(): string {
    const step = Math.max(Math.floor(Date.now() / periodMs), this.#used + 1);
    this.#used = step;
    return this.#totp.generate({ timestamp: step * periodMs });
  }
}

/** Goes through the setup by keyboard; answers the app and the backup codes. Begins at its first step. */
export async function setUpSecondFactor(page: Page): Promise<{ app: AuthenticatorApp; codes: string[] }> {
  await press(page, "Weiter");
  await expect(page.getByRole("img", { name: /^QR-Code/ })).toBeVisible();
  const app = AuthenticatorApp.ofKey(await page.locator("[data-setup-key]").innerText());
  await press(page, "Weiter");
  await expect(page.getByLabel("Code aus der App", { exact: true })).toBeFocused();
  await page.keyboard.type(app.code());
  const list = page.getByRole("list", { name: "Sicherungscodes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  return { app, codes: await list.getByRole("listitem").allInnerTexts() };
}

/** Presses a button by keyboard alone. */
export async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
}
