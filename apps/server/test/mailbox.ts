import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";
import type { TestApp } from "./test-app.ts";

/** Returns all mails of a template so far, oldest first, as readable text. */
export async function mailsOf(testApp: TestApp, template: string): Promise<string[]> {
  const folder = join(testApp.config.dataDir, "mail");
  const files = await readdir(folder).catch(() => []);
  // A mail that is still being written has another extension. File names begin with the time, so sorting them gives
  // the order.
  const matching = files.filter((name) => name.includes(`-${template}-`) && name.endsWith(".eml")).toSorted();
  return Promise.all(matching.map(async (name) => decode(await readFile(join(folder, name), "utf8"))));
}

/** Decodes quoted-printable like a mail client. */
function decode(mail: string): string {
  const bytes = mail
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Returns the token in the link of the newest mail of a template to an address, waiting until that mail exists. */
export async function mailedToken(
  testApp: TestApp,
  template: string,
  address = "",
  minCount = 1,
): Promise<string> {
  return vi.waitFor(
    async () => {
      const mails = (await mailsOf(testApp, template)).filter((mail) => mail.includes(address));
      const link = /\/(?:invitation|email|email-cancel|password-reset)\/([\w-]{20,})/.exec(
        mails.at(-1) ?? "",
      )?.[1];
      if (mails.length < minCount || link === undefined) throw new Error(`no ${template} for ${address} yet`);
      return link;
    },
    { timeout: 10_000 },
  );
}
