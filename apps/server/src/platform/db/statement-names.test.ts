import { describe, expect, it } from "vitest";
import { pageStatement } from "../../features/org-tokens/token-list.queries.ts";
import { createMetrics } from "../http/request-log.ts";
import { organizationBuilder, statementName, unnamedStatements } from "./builder.ts";

const tokenSearch = (search: string) =>
  pageStatement(
    { search },
    { sortBy: "createdAt", sortOrder: "desc" },
    { limit: 10, offset: 0 },
    new Date(),
  ).compile(organizationBuilder).sql;

describe("names of prepared statements", () => {
  it("are the same for a search of tokens with any number of words", () => {
    const one = tokenSearch("kasse");
    expect(one).toContain("search_text");
    expect(tokenSearch("kasse am empfang")).toBe(one);
  });

  it("are given to 500 texts; statements beyond are counted in /metrics", async () => {
    const metrics = createMetrics();
    const counted = async () =>
      /^praxisportal_unnamed_statements_total (\d+)$/m.exec(await metrics.registry.metrics())?.[1];
    const names = new Set(Array.from({ length: 500 }, (_unused, index) => statementName(`select ${index}`)));
    expect(names.size).toBe(500);
    expect(unnamedStatements()).toBe(0);
    expect(await counted()).toBe("0");
    expect(statementName("select 0")).toBeDefined();
    expect(statementName("select 'one more'")).toBeUndefined();
    expect(statementName("select 'one more'")).toBeUndefined();
    expect(await counted()).toBe("2");
  });
});
