import type { Download } from "@playwright/test";
import { expect } from "./test.ts";

/**
 * Checks that the browser itself loaded the file by a link with a ticket. A file buffered by a page has a `blob:` URL.
 */
export function expectStreamed(download: Download): void {
  expect(download.url()).toMatch(/^https?:\/\/[^?]+\?(?:[^#]+&)?ticket=[\w-]{43}$/);
}
