import { readFileSync, writeFileSync } from "node:fs";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { eventDocumentation } from "../apps/server/src/features/webhooks/receiver/event-documentation.ts";
import { openApiDocument } from "../apps/server/src/platform/http/openapi/openapi.ts";

/** `npm run openapi [-- <file>]` writes the OpenAPI document of `/api/openapi.json` without a server. */
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};
const text = `${JSON.stringify(openApiDocument(allEndpoints, version, eventDocumentation().events), null, 2)}\n`;
const file = process.argv[2];
if (file === undefined) process.stdout.write(text);
else writeFileSync(file, text);
