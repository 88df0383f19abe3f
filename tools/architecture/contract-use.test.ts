import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import en from "@praxisportal/contract/errors.en.json" with { type: "json" };
import { describe, expect, it } from "vitest";
import { readTree } from "./tree.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const validationFile = "packages/contract/src/validation.ts";

/** Schemas of section 5 that no form or call of the portal needs, each with the reason. */
const schemasWithoutUse: Readonly<Record<string, string>> = {
  timeOfDaySchema: "no form asks for a time of day alone",
  termsSchema: "organizations accept the terms by contract, not in the portal",
  requiredOrganizationSchema:
    "the organization is chosen in the top bar; a call without one is ORGANIZATION_REQUIRED",
  fieldsMatch: "the forms with a repeated password compare it while it is typed",
};

/** Codes that the portal itself never sends. */
const codesWithoutUse: Readonly<Record<string, string>> = {
  BAD_GATEWAY: "a proxy in front of the portal sends it; the specification gives its text",
  GATEWAY_TIMEOUT: "a proxy in front of the portal sends it; the specification gives its text",
};

/** Validation texts that only those schemas use. */
const textsWithoutUse: Readonly<Record<string, string>> = {
  time: "timeOfDaySchema",
  terms: "termsSchema",
  organizationRequired: "requiredOrganizationSchema",
};

const sources = readTree(root).modules.filter(
  ({ path }) => /^(?:apps|packages)\//.test(path) && !/\.test\.tsx?$|\/testing\//.test(path),
);
const withoutDefinitions = sources.filter(({ path }) => path !== validationFile);
const occurs = (pattern: RegExp, searchedFiles = sources) =>
  searchedFiles.some(({ text }) => pattern.test(text));

describe("the contract", () => {
  it("R0-61 every validation schema is used by the portal or listed as unused with a reason", () => {
    const names = [
      ...readFileSync(new URL(`../../${validationFile}`, import.meta.url), "utf8").matchAll(
        /^export (?:const|function) (\w+Schema|fieldsMatch)\b/gm,
      ),
    ].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(15);
    const unused = names.filter((name) => !occurs(new RegExp(`\\b${name}\\b`), withoutDefinitions));
    // A schema may also be used by another schema in its own file.
    const definitions = sources.find(({ path }) => path === validationFile)?.text ?? "";
    const alone = unused.filter((name) => definitions.split(new RegExp(`\\b${name}\\b`)).length === 2);
    expect(alone.toSorted()).toEqual(Object.keys(schemasWithoutUse).toSorted());
  });

  it("R0-61 every error text is used by the portal or listed as unused with a reason", () => {
    const codes = Object.keys(en.errors).filter(
      (code) =>
        !occurs(
          new RegExp(`"${code}"`),
          sources.filter(({ path }) => path.startsWith("apps/")),
        ),
    );
    expect(codes.toSorted()).toEqual(Object.keys(codesWithoutUse).toSorted());
    const definitions = sources.filter(({ path }) => path === validationFile);
    const unused = Object.keys(en.validation).filter(
      (code) =>
        !(code in textsWithoutUse) &&
        !occurs(new RegExp(`"${code}"`), withoutDefinitions) &&
        !occurs(new RegExp(`withCode\\("${code}"|code: "${code}"`), definitions),
    );
    expect(unused).toEqual([]);
    for (const schema of Object.values(textsWithoutUse)) expect(schemasWithoutUse).toHaveProperty(schema);
  });
});
