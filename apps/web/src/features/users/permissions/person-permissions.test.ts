import { readFileSync } from "node:fs";
import { languages } from "@praxisportal/contract/languages";
import { catalogueAreas, effectivePermissions } from "@praxisportal/contract/permissions";
import { labelRoles } from "@praxisportal/contract/roles";
import { describe, expect, it } from "vitest";
import { areasInOrder, offeredAreas, permissionChange } from "./person-permissions.ts";

/** Reads the text file of a language. An import would fill in missing texts from English. */
const textsOf = (name: string) =>
  languages.map((language) => {
    const file = new URL(`../${name}.${language}.json`, import.meta.url);
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  });
const roleLabels = textsOf("roles") as Record<string, string>[];
const areaLabels = (textsOf("people") as { areas: Record<string, string> }[]).map(({ areas }) => areas);
const manager = { role: "practice_admin", permissions: effectivePermissions("practice_admin", []) };
const find = (areas: ReturnType<typeof offeredAreas>, permission: string) =>
  areas.flatMap(({ permissions }) => permissions).find((candidate) => candidate.permission === permission);

describe("permissions of a person", () => {
  it("R6-42 the catalogue has eleven areas, each with a label, and the page shows them first", () => {
    const eleven =
      "users organizations billing security audit settings api reports analytics integrations notifications".split(
        " ",
      );
    expect(catalogueAreas).toEqual(eleven);
    expect(areasInOrder.slice(0, 11)).toEqual(eleven);
    for (const labels of areaLabels) {
      expect(new Set(eleven.map((area) => labels[area] ?? area)).size).toBe(11);
      for (const area of eleven) expect(labels[area], area).toMatch(/\S/);
    }
  });

  it.each([
    ["R6-08", ["manager", "user", "contributor", "guest", "developer", "analyst", "support"]],
    ["R6-09", ["auditor", "compliance", "security", "finance", "hr", "marketing"]],
    ["R6-10", ["sales", "operations", "it", "legal", "executive", "custom"]],
  ] as const)("%s label roles exist with labels: %s", (_id, names) => {
    for (const name of names) {
      expect(labelRoles).toContain(name);
      for (const labels of roleLabels) {
        expect(labels[name], name).toMatch(/\S/);
        expect(Object.keys(labels).filter((role) => labels[role] === labels[name])).toEqual([name]);
      }
      expect(effectivePermissions(name, [])).toEqual([]);
    }
  });

  it("see R6-12 shows the source of each permission, and users cannot grant permissions they do not have", () => {
    const areas = offeredAreas(manager, "viewer", ["users:write"], []);
    expect(find(areas, "users:view")?.explained?.sources).toContain("role");
    expect(find(areas, "users:write")).toMatchObject({ granted: true, grantable: true });
    expect(find(areas, "billing:read")).toMatchObject({
      granted: false,
      grantable: false,
      explained: undefined,
    });
    // An existing grant can be kept regardless of the actor's permissions.
    expect(find(offeredAreas(manager, "viewer", [], ["billing:read"]), "billing:read")?.grantable).toBe(true);
  });

  it("see R6-12 the preview names gained and lost permissions", () => {
    const { gained, lost } = permissionChange(
      { role: "viewer", granted: ["billing:read"] },
      { role: "viewer", granted: ["users:write"] },
    );
    expect(gained).toEqual(["users:write"]);
    expect(lost).toEqual(["billing:read", "billing:view"]);
  });
});
