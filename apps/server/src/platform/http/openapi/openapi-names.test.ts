import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { schemaNames } from "@praxisportal/contract/schema-names";
import { userSchema } from "@praxisportal/contract/users/users.schema";

describe("the names of the schemas", () => {
  it("come from their declarations", () => {
    expect(schemaNames.get(userSchema)).toEqual({ id: "User" });
  });

  it("cover every exported schema of the contract", async () => {
    const source = new URL("../../../../../../packages/contract/src/", import.meta.url);
    const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
    );
    const exported = await Promise.all(
      files.map(async (file) => {
        const module = (await import(new URL(file, source).href)) as { [name: string]: unknown };
        return Object.entries(module).map(([name, value]) => ({ file, name, value }));
      }),
    );
    const missing = exported
      .flat()
      .filter(({ name, value }) => /^[a-z]\w*Schema$/.test(name) && typeof value === "object")
      .filter(({ value }) => !schemaNames.has(value as typeof userSchema))
      .map(({ file, name }) => `${file}: ${name}`);
    expect(missing).toEqual([]);
  });
});
