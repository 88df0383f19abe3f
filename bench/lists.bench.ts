import { userSortFields } from "@praxisportal/contract/users/users.schema";
import { growPeopleTo, joinOrganization } from "./support/many-people.ts";
import { type BenchPortal, startBenchPortal } from "./support/portal.ts";
import { timeOf, type Times } from "./support/request-times.ts";
import type { Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";

/** Numbers of people, ascending. `BENCH_LIST_SIZES=1000,20000` overrides them. */
const sizes = (process.env["BENCH_LIST_SIZES"] ?? scaled("1000,10000,100000,1000000", "1000"))
  .split(",")
  .map(Number);

/** Seconds per subject at the last size, to which the budgets apply, and at the smaller sizes. */
const finalSeconds = scaled(0.9, 0);
const intermediateSeconds = 0.2;

/**
 * Budgets in ms (p95) for lists of one organization, and over all organizations for the first 100 pages and all other
 * pages.
 */
const budgets = { organization: 25, first: 60, deep: 250 } as const;

type Subject = {
  name: string;
  path: string;
  budget: keyof typeof budgets;
  session: "organization" | "platform";
};

/**
 * Measures lists as a browser requests them, with growing numbers of people in 1,000 organizations. The largest
 * organization contains 1 % of all people. The p95 at the last size is compared with the budgets. Smaller sizes are for
 * information only.
 */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal();
  try {
    const results = new Map<string, { subject: Subject; curve: Times[] }>();
    for (const size of sizes) {
      const startedAt = performance.now();
      const ownerUrl = await portal.databaseUrl("owner");
      const organization = await growPeopleTo(ownerUrl, size);
      await joinOrganization(ownerUrl, organization, "inhaberin");
      const filledAt = performance.now();
      const headers = await signIn(portal);
      for (const subject of subjectsOf(organization, size)) {
        const subjectResult = results.get(subject.name) ?? { subject, curve: [] };
        const seconds = size === sizes.at(-1) ? finalSeconds : intermediateSeconds;
        subjectResult.curve.push(await timeOf(portal, subject.path, headers[subject.session], seconds));
        results.set(subject.name, subjectResult);
      }
      const formatSpan = (from: number, to: number) => `${((to - from) / 1000).toFixed(0)} s`;
      console.log(
        `    ${size} people: filled in ${formatSpan(startedAt, filledAt)}, measured in ${formatSpan(filledAt, performance.now())}`,
      );
    }
    return [...results.values()].map(rowOf);
  } finally {
    await portal.stop();
  }
}

function rowOf({ subject, curve }: { subject: Subject; curve: Times[] }): Row {
  const last = curve.at(-1) ?? { p50: 0, p95: 0, p99: 0, cpu: 0 };
  const seriesText = (name: keyof Times) => curve.map((times) => formatMs(times[name])).join(" → ");
  return {
    subject: subject.name,
    value: last.p95,
    unit: "ms",
    budget: { max: budgets[subject.budget] },
    note: `p50 ${seriesText("p50")}; p95 ${seriesText("p95")}; p99 ${formatMs(last.p99)}; CPU ${formatMs(last.cpu)}`,
  };
}

const formatMs = (ms: number) => ms.toFixed(ms < 10 ? 1 : 0);

async function signIn(portal: BenchPortal): Promise<Record<Subject["session"], Record<string, string>>> {
  const member = await portal.signIn("inhaberin");
  const platform = await portal.signIn("plattform");
  return {
    organization: { authorization: `Bearer ${member.accessToken}` },
    platform: { authorization: `Bearer ${platform.accessToken}` },
  };
}

function subjectsOf(organization: string, size: number): Subject[] {
  const limit = 20;
  const organizationSubjects = (name: string, query: string): Subject => ({
    name: `organization: ${name}`,
    path: `/api/v1/organizations/${organization}/users?limit=${limit}&${query}`,
    budget: "organization",
    session: "organization",
  });
  const allSubjects = (name: string, query: string, budget: "first" | "deep"): Subject => ({
    name: `all organizations: ${name}`,
    path: `/api/v1/users?limit=${limit}&${query}`,
    budget,
    session: "platform",
  });
  const middle = (people: number) => `page=${Math.max(1, Math.floor(people / limit / 2))}`;
  const last = (people: number) => `page=${Math.max(1, Math.floor(people / limit))}`;
  const members = size / 100;
  const searches = {
    "a name": "großmann",
    "two words": "lena moser",
    "an address": "person.77",
    noMatch: "xqzwv",
    "two letters": "mü",
    "one letter": "e",
    everyone: "@praxis",
  };
  const filters = {
    role: "role=org_admin",
    "state active": "status=active",
    "state blocked": "status=blocked",
    department: "department=Labor",
    days: "dateRange=2024-01-01..2024-06-30",
    "role, state and search": "role=viewer&status=active&search=ann",
  };
  const orders = userSortFields.flatMap((field) =>
    (["asc", "desc"] as const).map((order) => ({
      name: `${field} ${order}`,
      query: `sortBy=${field}&sortOrder=${order}`,
    })),
  );
  return [
    organizationSubjects("first page", ""),
    organizationSubjects("last page", last(members)),
    ...orders.map(({ name, query }) => organizationSubjects(`by ${name}`, query)),
    ...orders.map(({ name, query }) =>
      organizationSubjects(`by ${name}, middle page`, `${query}&${middle(members)}`),
    ),
    ...Object.entries(searches).map(([name, text]) =>
      organizationSubjects(`search ${name}`, `search=${encodeURIComponent(text)}`),
    ),
    ...Object.entries(filters).map(([name, query]) => organizationSubjects(`filter ${name}`, query)),
    organizationSubjects("filter right", "may=billing.change"),
    {
      name: "organization: counts of the saved views",
      path: `/api/v1/organizations/${organization}/user-statistics`,
      budget: "organization",
      session: "organization",
    },
    allSubjects("first page", "", "first"),
    ...orders.map(({ name, query }) => allSubjects(`by ${name}`, query, "first")),
    ...userSortFields.map((field) =>
      allSubjects(`by ${field}, page 100`, `sortBy=${field}&page=100`, "first"),
    ),
    allSubjects("middle page", middle(size), "deep"),
    allSubjects("by createdAt desc, middle page", `sortBy=createdAt&sortOrder=desc&${middle(size)}`, "deep"),
    allSubjects("last page", last(size), "deep"),
    ...Object.entries(searches).map(([name, text]) =>
      allSubjects(`search ${name}`, `search=${encodeURIComponent(text)}`, "deep"),
    ),
    ...Object.entries(filters).map(([name, query]) => allSubjects(`filter ${name}`, query, "deep")),
    {
      name: "the operator's overview",
      path: "/api/tenant/overview",
      budget: "deep",
      session: "platform",
    },
    {
      name: "organizations: by name",
      path: "/api/v1/organizations",
      budget: "first",
      session: "platform",
    },
    {
      name: "organizations: by number of people, page 40",
      path: "/api/v1/organizations?sortBy=userCount&sortOrder=desc&page=40",
      budget: "first",
      session: "platform",
    },
  ];
}
