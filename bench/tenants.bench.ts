import { tenantHealthKinds, tenantSortFields } from "@praxisportal/contract/tenants/tenant.schema";
import { addTenants } from "./support/many-tenants.ts";
import { startBenchPortal } from "./support/portal.ts";
import { timeOf } from "./support/request-times.ts";
import type { Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";

const tenants = scaled(10_000, 100);
const seconds = scaled(0.9, 0);

/** Budget in ms (p95). */
const budget = 60;

/** Measures the operator's list of tenants and its totals, as the page requests them. */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal();
  try {
    await addTenants(await portal.databaseUrl("owner"), tenants);
    const { accessToken } = await portal.signIn("plattform");
    const headers = { authorization: `Bearer ${accessToken}` };
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(subjects())) {
      const { p50, p95, p99, cpu } = await timeOf(portal, path, headers, seconds);
      const note = [`p50 ${p50.toFixed(1)}`, `p99 ${p99.toFixed(1)}`, `CPU ${cpu.toFixed(1)}`].join("; ");
      rows.push({ subject: name, value: p95, unit: "ms", budget: { max: budget }, note });
    }
    return rows;
  } finally {
    await portal.stop();
  }
}

function subjects(): Record<string, string> {
  const list = "/api/tenant/organizations?limit=20";
  const orders = tenantSortFields.flatMap((field) =>
    ["asc", "desc"].map((order) => [
      `tenants: by ${field} ${order}`,
      `${list}&sortBy=${field}&sortOrder=${order}`,
    ]),
  );
  return {
    "tenants: totals": "/api/tenant/statistics",
    "tenants: middle page": `${list}&page=${Math.ceil(tenants / 40)}`,
    "tenants: search": `${list}&search=ab1`,
    "tenants: status and plan": `${list}&status=trial&plan=basic`,
    ...Object.fromEntries(tenantHealthKinds.map((kind) => [`tenants: ${kind}`, `${list}&health=${kind}`])),
    ...Object.fromEntries(orders),
  };
}
