import { expect, it } from "vitest";
import { querySummary } from "./query-summary.ts";

it.each([
  ['select "id" from "membership" where "name" = $1', "select membership"],
  ["with due as (\n select id from outbox) update outbox o set x = 1", "update outbox"],
  ["insert into audit_entry (id) values ($1)", "insert audit_entry"],
  ["delete from only session", "delete session"],
  ["begin", "begin"],
  ["", "query"],
])("see R0-244 the summary of %s is %s", (text, summary) => {
  expect(querySummary(text)).toBe(summary);
});

it("see R0-244 the summary of a statement omits its values", () => {
  expect(querySummary("select * from person where last_name = 'Kanarienvogel'")).toBe("select person");
  expect(querySummary("'Kanarienvogel'")).toBe("query");
});
