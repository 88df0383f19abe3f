import { type Defence, ofServer } from "./defence.ts";

const usage = "features/usage/usage.test.ts";
const quota = "features/billing/quota.test.ts";
const service = "features/billing/quota.service.ts";

/** Who sees the AI usage of others, and who may raise a budget. */
export const billingDefences: readonly Defence[] = ofServer([
  {
    cases: ["N04"],
    without: "the usage of others needs the permission to read costs",
    file: "features/usage/usage.routes.ts",
    find: '      authorize(context, "usage.user", mayReadUsage);\n',
    put: "",
    proof: [usage, "R7b-04 N04 of one person"],
  },
  {
    cases: ["N04"],
    without: "a person's usage is visible only in their organization",
    file: "features/usage/usage.routes.ts",
    find: "      await readUser(db, params.id, clock.now());\n",
    put: "",
    proof: [usage, "R7b-04 N04 of one person"],
  },
  {
    cases: ["N04"],
    without: "budgets of others need the permission to see their usage",
    file: service,
    find: "const seesPeople = maySeePeople(context.principal);",
    put: "const seesPeople = true;",
    proof: [
      quota,
      "R7b-06 shows a user without cost permission their own budget and the organization's, not others' usage",
    ],
  },
  {
    cases: ["N02"],
    without: "a budget is set only for people of the organization",
    file: service,
    find: 'if (members.length < ids.length) throw new ProblemError("NOT_FOUND");',
    put: "",
    proof: [
      quota,
      "R7b-07 N02 requires the permission to change costs, and applies to members of the organization",
    ],
  },
  {
    cases: ["N08"],
    without: "raising a budget needs a fresh proof of identity",
    file: service,
    find: "if (allowsMore(known, after)) assertFresh(context.caller, this.#dependencies.clock.now());",
    put: "",
    proof: [quota, "R7b-07 raising a limit needs a fresh proof of identity, lowering does not"],
  },
]);
