import { type Defense, serverDefenses } from "./defense.ts";

const usage = "features/usage/usage.test.ts";
const quota = "features/billing/quota.test.ts";
const service = "features/billing/quota.service.ts";

const mandate = "features/payments/mandate/mandate.test.ts";
const statements = "features/payments/statements/statements.test.ts";

/** AI usage of others, budgets and payments of organizations. */
export const billingDefenses: readonly Defense[] = serverDefenses([
  {
    cases: ["N04"],
    guarantee: "the usage of others needs the permission to read costs",
    file: "features/usage/usage.routes.ts",
    find: '      authorize(context, "usage.user", mayReadUsage);\n',
    put: "",
    proof: [usage, "R7b-04 N04 is returned for one person"],
  },
  {
    cases: ["N04"],
    guarantee: "a person's usage is visible only in their own organization",
    file: "features/usage/usage.routes.ts",
    find: "      await readUser(db, params.id, clock.now());\n",
    put: "",
    proof: [usage, "R7b-04 N04 is returned for one person"],
  },
  {
    cases: ["N04"],
    guarantee: "budgets of others require the permission to see their usage",
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
    guarantee: "a budget is set only for people of the organization",
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
    guarantee: "raising a budget needs a fresh proof of identity",
    file: service,
    find: "if (allowsMore(completeQuota, after)) assertFresh(context.caller, this.#dependencies.clock.now());",
    put: "",
    proof: [quota, "R7b-07 raising a limit needs a fresh proof of identity, lowering does not"],
  },
  {
    cases: ["N83"],
    guarantee: "changing the mandate needs a fresh proof of identity",
    file: "features/payments/mandate/mandate.service.ts",
    find: "    assertFresh(context.caller, clock.now());\n    if (!isIban(body.iban))",
    put: "    if (!isIban(body.iban))",
    proof: [mandate, "R0-303 N83 needs a step-up"],
  },
  {
    cases: ["N83"],
    guarantee: "all administrators are notified of a changed mandate",
    file: "features/notifications/administrator-notices.ts",
    find: 'mandateChanged: "mandate",',
    put: 'mandateChanged: "contract",',
    proof: [mandate, "R0-303 N83 needs a step-up"],
  },
  {
    cases: ["N29", "N83"],
    guarantee: "the IBAN of a mandate is sealed",
    file: "platform/banking/mandate-iban.ts",
    find: "return seal(keys, rowOf(organizationId), iban);",
    put: "return keys && Buffer.from(iban);",
    proof: [mandate, "R0-177 N83 stores the IBAN sealed"],
  },
  {
    cases: ["N83"],
    guarantee: "an entry of a statement is booked once",
    file: "features/payments/statements/statement.service.ts",
    find: "const newEntries = entries.filter(({ reference }) => !knownReferences.has(reference));",
    put: "const newEntries = entries.map((entry) => ({ ...entry, reference: uuidV7() }));",
    proof: [statements, "R0-302 N83 books nothing twice"],
  },
  {
    cases: ["N83"],
    guarantee: "imports of several processes run one after another",
    file: "features/payments/operator-account.platform-queries.ts",
    find: "select from operator_profile for update",
    put: "select from operator_profile",
    proof: [statements, "R0-302 N83 books nothing twice"],
  },
  {
    cases: ["N83"],
    guarantee: "only statements of the operator's account are booked",
    file: "platform/banking/camt053.ts",
    find: "if (iban === null || compactIban(iban) !== compactIban(ownIban)) {",
    put: "if (iban === null) {",
    proof: [statements, "R0-301 N83 see R5-28 refuses a file"],
  },
  {
    cases: ["N83"],
    guarantee: "a statement with a DOCTYPE is rejected",
    file: "platform/banking/camt053.ts",
    find: 'parser.on("doctype", () => refuse("doctype"));',
    put: "",
    proof: [statements, "R0-301 N83 see R5-28 refuses a file"],
  },
]);
