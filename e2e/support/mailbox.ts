import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { TestPortal } from "./portal.ts";

/** Returns the path of the link in the newest email to an address; waits for that email. */
export async function readMailedPath(portal: TestPortal, address: string, kind: string): Promise<string> {
  const folder = join(portal.dataDir, "mail");
  let path = "";
  await expect
    .poll(
      async () => {
        const files = (await readdir(folder).catch(() => []))
          .filter((file) => file.endsWith(".eml"))
          .toSorted();
        const mails = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
        const mail = mails
          .map((text) => text.replaceAll("=\r\n", ""))
          .findLast((text) => text.includes(address));
        path = new RegExp(`/${kind}/[\\w-]{20,}`).exec(mail ?? "")?.[0] ?? "";
        return path;
      },
      { timeout: 20_000 },
    )
    .not.toBe("");
  return path;
}
