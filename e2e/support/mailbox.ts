import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { TestPortal } from "./portal.ts";

/**
 * Returns the text of the newest email to an address as it was written to the folder, or undefined if there is none.
 */
export async function readMail({ dataDir }: TestPortal, address: string): Promise<string | undefined> {
  const folder = join(dataDir, "mail");
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".eml")).toSorted();
  const mails = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return mails.map((text) => text.replaceAll("=\r\n", "")).findLast((text) => text.includes(address));
}

/** Returns the path of the link in the newest email to an address; waits for that email. */
export async function readMailedPath(portal: TestPortal, address: string, kind: string): Promise<string> {
  let path = "";
  await expect
    .poll(
      async () => {
        const mail = await readMail(portal, address);
        path = new RegExp(`/${kind}/[\\w-]{20,}`).exec(mail ?? "")?.[0] ?? "";
        return path;
      },
      { timeout: 20_000 },
    )
    .not.toBe("");
  return path;
}
