import { createHmac } from "node:crypto";
import { pressButton } from "./press-button.ts";
import { expect, type Page } from "@playwright/test";

const periodMs = 30_000;
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Decodes a base32 key. */
function bytesOf(key: string): Buffer {
  const bits = [...key].map((letter) => base32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code of a key for a 30-second step according to RFC 6238: SHA-1, six digits. */
function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) % 16;
  const number = digest.readUInt32BE(offset) % 2 ** 31;
  return String(number % 1_000_000).padStart(6, "0");
}

/** An authenticator app. It has a key and returns each code once, because the server accepts each code once. */
export class AuthenticatorApp {
  readonly #key: Buffer;
  #used = 0;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Creates an app from the URL in a QR code. */
  static fromUri(address: string): AuthenticatorApp {
    return AuthenticatorApp.fromKey(new URL(address).searchParams.get("secret") ?? "");
  }

  /** Creates an app from a manually entered key. */
  static fromKey(key: string): AuthenticatorApp {
    return new AuthenticatorApp(bytesOf(key.replaceAll(/\s/g, "")));
  }

  /** Returns an unused code: the current code, or else the next code, which the server accepts early. */
  code(now = Date.now()): string {
    const step = Math.max(Math.floor(now / periodMs), this.#used + 1);
    this.#used = step;
    return codeOf(this.#key, step);
  }
}

/** Completes the setup by keyboard, starting at its first step; returns the app and the backup codes. */
export async function setUpSecondFactor(page: Page): Promise<{ app: AuthenticatorApp; codes: string[] }> {
  await pressButton(page, "Weiter");
  await expect(page.getByRole("img", { name: /^QR-Code/ })).toBeVisible();
  const app = AuthenticatorApp.fromKey(await page.locator("[data-setup-key]").innerText());
  await pressButton(page, "Weiter");
  await expect(page.getByLabel("Code aus der App", { exact: true })).toBeFocused();
  await page.keyboard.type(app.code());
  const list = page.getByRole("list", { name: "Sicherungscodes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  return { app, codes: await list.getByRole("listitem").allInnerTexts() };
}
