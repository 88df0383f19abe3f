import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { pageOf, pageQuery, paginationFor, sortOrderSchema } from "./pagination.ts";
import { issuesOf } from "./validation-issues.ts";

function codeFor(input: unknown): string | undefined {
  const result = pageQuery.safeParse(input);
  return result.success ? undefined : issuesOf(result.error, input)[0]?.code;
}

describe("pageQuery", () => {
  it("R9-27 defaults to page 1 and limit 20", () => {
    expect(pageQuery.parse({})).toEqual({ page: 1, limit: 20 });
  });

  it("reads numbers from text", () => {
    expect(pageQuery.parse({ page: "3", limit: "100" })).toEqual({ page: 3, limit: 100 });
    expect(pageQuery.parse({ page: 3, limit: 1 })).toEqual({ page: 3, limit: 1 });
  });

  it("refuses values that are out of bounds, fractional or unknown, with a specific code", () => {
    expect(codeFor({ limit: "0" })).toBe("minValue");
    expect(codeFor({ limit: "101" })).toBe("maxValue");
    expect(codeFor({ page: "0" })).toBe("minValue");
    expect(codeFor({ page: "-1" })).toBe("minValue");
    expect(codeFor({ page: "99999999999999999999" })).toBeDefined();
    expect(codeFor({ page: "1.5" })).toBe("integer");
    expect(codeFor({ page: "x" })).toBe("numeric");
    expect(codeFor({ page: "1e1" })).toBe("numeric");
    expect(codeFor({ page: "0x10" })).toBe("numeric");
    expect(codeFor({ page: "" })).toBe("required");
    expect(codeFor({ page: ["1", "2"] })).toBe("numeric");
    expect(codeFor({ size: "10" })).toBe("unknownField");
  });

  it("accepts every integer within bounds and rejects other texts", () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -5, max: 200 }).map(String), fc.string()), (limit) => {
        const result = pageQuery.safeParse({ limit });
        const plain = /^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 100;
        return result.success === plain && (!result.success || result.data.limit === Number(limit));
      }),
    );
  });

  it("is described as integers", () => {
    const described = z.toJSONSchema(pageQuery, { io: "input" });
    expect(described.properties?.["limit"]).toMatchObject({ type: "integer", minimum: 1, maximum: 100 });
    expect(described.required).toBeUndefined();
  });
});

describe("sortOrderSchema", () => {
  it("accepts asc and desc, and defaults to asc", () => {
    expect(sortOrderSchema.parse(undefined)).toBe("asc");
    expect(sortOrderSchema.parse("desc")).toBe("desc");
    expect(sortOrderSchema.safeParse("DESC").success).toBe(false);
  });
});

describe("pageOf", () => {
  const schema = pageOf(z.strictObject({ id: z.string() }));

  it("accepts a page and refuses undeclared fields", () => {
    const page = { data: [{ id: "a" }], pagination: paginationFor({ page: 1, limit: 20 }, 1) };
    expect(schema.parse(page)).toEqual(page);
    expect(schema.safeParse({ ...page, data: [{ id: "a", hash: "b" }] }).success).toBe(false);
    expect(schema.safeParse({ data: [] }).success).toBe(false);
  });

  it("counts pages", () => {
    expect(paginationFor({ page: 1, limit: 20 }, 0).pages).toBe(0);
    expect(paginationFor({ page: 1, limit: 20 }, 20).pages).toBe(1);
    expect(paginationFor({ page: 2, limit: 20 }, 21)).toEqual({ page: 2, limit: 20, total: 21, pages: 2 });
  });
});
