import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { allEndpoints } from "./endpoints.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";
import * as catalogue from "./roles.ts";
import { roleNameSchema, roleSchema } from "./role-schema.ts";
import { canonicalRole, outranks, rankOf, roles } from "./roles.ts";

describe("role spellings", () => {
  it("R6-01 has one role for super_admin, superadmin, super-admin and superAdmin", () => {
    for (const spelling of ["super_admin", "superadmin", "super-admin", "superAdmin"]) {
      expect(canonicalRole(spelling)).toBe("super_admin");
      expect(roleSchema.parse(spelling)).toBe("super_admin");
      expect(roleNameSchema.safeParse(spelling).success).toBe(spelling === "super_admin");
    }
  });

  it("R6-02 has one role for org_admin, organizationAdmin and orgAdmin", () => {
    for (const spelling of ["org_admin", "organizationAdmin", "orgAdmin"]) {
      expect(canonicalRole(spelling)).toBe("org_admin");
      expect(roleSchema.parse(spelling)).toBe("org_admin");
      expect(roleNameSchema.safeParse(spelling).success).toBe(spelling === "org_admin");
    }
  });

  it("R6-03 include super_admin, admin, org_admin, practice_admin, editor and viewer", () => {
    for (const role of ["super_admin", "admin", "org_admin", "practice_admin", "editor", "viewer"]) {
      expect(canonicalRole(role)).toBe(role);
      expect(roles).toContain(role);
    }
  });

  it("refuses every other spelling", () => {
    const nearMisses = [
      "SUPER_ADMIN",
      "Super_Admin",
      " viewer",
      "viewer ",
      "superAdministrator",
      "organization_admin",
    ];
    const tricks = [
      "",
      "constructor",
      "__proto__",
      "toString",
      "v\u0456ewer",
      "super_admin\n",
      "super\u200b_admin",
    ];
    for (const spelling of [...nearMisses, ...tricks]) {
      expect(canonicalRole(spelling), JSON.stringify(spelling)).toBeUndefined();
      expect(roleSchema.safeParse(spelling).success).toBe(false);
    }
    for (const value of [undefined, null, 1, {}, ["viewer"], { toString: () => "viewer" }]) {
      expect(canonicalRole(value)).toBeUndefined();
      expect(roleSchema.safeParse(value).success).toBe(false);
    }
  });

  it("returns a canonical role or undefined for any text, and is idempotent", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom(...roles, "superAdmin", "orgAdmin")), (input) => {
        const role = canonicalRole(input);
        return role === undefined
          ? !roles.some((knownRole) => knownRole === input)
          : canonicalRole(role) === role;
      }),
    );
  });

  it("R6-01 every response has roles in canonical spelling, except past records and stored texts", () => {
    const rolesOf = ({ enum: names, properties, anyOf }: JsonSchema): unknown =>
      names ??
      (properties as { type?: JsonSchema } | undefined)?.type?.["enum"] ??
      (anyOf as readonly JsonSchema[] | undefined)?.[0]?.["enum"];
    const canonical = new Set<string>();
    const otherSpellings = new Set<string>();
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== "object" || node === null) return;
      const { properties = {}, ...parts } = node as JsonSchema;
      for (const [name, schema] of Object.entries(properties as Record<string, JsonSchema>)) {
        if (/^role(?:[A-Z]\w*)?$/.test(name)) {
          const isCanonical = JSON.stringify(rolesOf(schema)) === JSON.stringify(roles);
          (isCanonical ? canonical : otherSpellings).add(`${path}.${name}`);
        }
        visit(schema, `${path}.${name}`);
      }
      for (const part of Object.values(parts)) visit(part, path);
    };
    for (const { name, responses } of Object.values(allEndpoints)) {
      for (const schema of Object.values(responses)) {
        if (schema !== null) visit(jsonSchemaOf(schema, "output"), name);
      }
    }
    expect([...otherSpellings].toSorted()).toEqual([
      "ai.createChatCompletion.choices.message.role",
      "audit.list.data.actor.role",
      "audit.listPlatform.data.actor.role",
      "orgTokens.userOrganizations.organizations.role",
      "reviews.listMembers.data.role",
    ]);
    expect(canonical.size).toBeGreaterThan(30);
  });

  it("can be described as JSON Schema for requests and responses", () => {
    expect(z.toJSONSchema(roleSchema, { io: "input" })).toMatchObject({ type: "string" });
    expect(z.toJSONSchema(roleSchema, { io: "output" })).toMatchObject({ enum: [...roles] });
  });
});

describe("management roles", () => {
  it("R6-33 lets users be managed by super_admin, org_admin and practice_admin only", () => {
    const managing = roles.filter((role) => catalogue.canManageUsers(role));
    expect(managing).toEqual(["super_admin", "org_admin", "practice_admin"]);
  });

  it("R6-34 lets the organization be managed by super_admin and org_admin only", () => {
    const managing = roles.filter((role) => catalogue.canManageOrganization(role));
    expect(managing).toEqual(["super_admin", "org_admin"]);
  });

  it("has super_admin and admin as platform roles, and both for token administration", () => {
    expect(roles.filter((role) => catalogue.isPlatformRole(role))).toEqual(["super_admin", "admin"]);
    expect(catalogue.tokenAdministratorRoles).toEqual(["super_admin", "admin"]);
  });

  it("defaults to viewer", () => {
    expect(catalogue.defaultRole).toBe("viewer");
  });
});

describe("rank", () => {
  it("orders the functional roles and ranks every label role below them", () => {
    const ranks = catalogue.accessRoles.map(rankOf);
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
    expect(new Set(ranks).size).toBe(ranks.length);
    for (const label of catalogue.labelRoles) expect(rankOf(label)).toBeLessThan(rankOf("viewer"));
  });

  it("allows only a super_admin to act on an equal or a higher role", () => {
    for (const actor of roles) {
      for (const target of roles) {
        const expected = actor === "super_admin" || rankOf(actor) > rankOf(target);
        expect(outranks(actor, target), `${actor} on ${target}`).toBe(expected);
      }
    }
    expect(outranks("org_admin", "org_admin")).toBe(false);
    expect(outranks("practice_admin", "org_admin")).toBe(false);
    expect(outranks("super_admin", "super_admin")).toBe(true);
  });
});
