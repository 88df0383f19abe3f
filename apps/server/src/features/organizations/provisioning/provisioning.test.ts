import { createOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import { createTenant, getProvisioningStatus } from "@praxisportal/contract/tenants/tenants.endpoints";
import { provisioningSteps } from "@praxisportal/contract/tenants/provisioning.schema";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, makePlatformAccount, queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
let operator: TestClient;
beforeAll(async () => {
  testApp = await createTestApp();
  operator = new TestClient(testApp);
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
});
afterAll(() => testApp.stop());

const body = (name: string) => ({
  name,
  type: "medical_center",
  country: "AT",
  administrator: { email: "leitung@example.org", firstName: "Mia", lastName: "Muster" },
});

/** Returns the records of a new organization, without ids, secrets and times. */
async function recordsOf(id: string) {
  const [records] = await queryRows(
    testApp,
    `select
       (select to_jsonb(o)
           - '{organization_id,name,practice_code,created_at,updated_at,trial_ends_at,rights_reviews_since}'::text[]
         || jsonb_build_object('trial', date_trunc('day', o.trial_ends_at) - date_trunc('day', o.created_at))
        from organization o where o.organization_id = $1) as organization,
       (select jsonb_agg(jsonb_build_array(limit_name, value, source) order by limit_name) from entitlement
        where organization_id = $1) as limits,
       (select jsonb_agg(jsonb_build_array(m.role, m.permissions, m.status, m.first_name, m.last_name, p.pending_email))
        from membership m join person p on p.id = m.person_id where m.organization_id = $1) as members,
       (select count(*)::int from invitation where organization_id = $1) as invitations,
       (select jsonb_agg(jsonb_build_array(action, actor_id, outcome) order by seq) from audit_entry
        where organization_id = $1 and action <> 'platform.organization_opened') as audit,
       (select jsonb_build_array(request, error) from provisioning where organization_id = $1) as provisioning`,
    [id],
  );
  return records;
}

/** Runs the scheduled job of the portal once. */
async function runJob(): Promise<void> {
  const job = testApp.app.jobs.find(({ name }) => name === "provisioning");
  await job?.run(new AbortController().signal);
}

/** Runs `work` while a step cannot be marked as done. */
async function withBrokenStep<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
  const owner = new pg.Client({ connectionString: testApp.urls.owner });
  await owner.connect();
  try {
    await owner.query(`
      create or replace function break_step() returns trigger language plpgsql as
        $$ begin raise exception 'broken by the test'; end $$;
      create trigger break_step before update of ${step}_at on provisioning
        for each row execute function break_step()`);
    const result = await work();
    await owner.query("drop trigger break_step on provisioning");
    return result;
  } finally {
    await owner.end();
  }
}

describe("creating a tenant", () => {
  it("R7n-03 R0-64 makes the same records on both paths", async () => {
    const tenant = await operator.call(createTenant, { body: body("Ordination Alpha") });
    expect(tenant.status).toBe(201);
    const organization = await operator.call(createOrganization, { body: body("Ordination Beta") });
    const { provisioning } = tenant.result;
    expect(Object.keys(tenant.result).toSorted()).toEqual(Object.keys(organization.result).toSorted());
    expect(tenant.result).toMatchObject({ name: "Ordination Alpha", type: "medical_center", country: "AT" });
    expect(tenant.result.administrator).toMatchObject({ status: "pending", role: { type: "org_admin" } });
    expect(tenant.result.administrator?.invitation).not.toBeNull();
    expect(provisioning).toMatchObject({ id: tenant.result.id, state: "ready", percent: 100, error: null });
    const records = await recordsOf(tenant.result.id);
    expect(records).toEqual(await recordsOf(organization.result.id));
    expect(records).toMatchObject({
      organization: {
        type: "medical_center",
        status: "trial",
        trial: "30 days",
        country: "AT",
        time_zone: "Europe/Vienna",
        language: "de",
      },
      members: [["org_admin", expect.any(Array), "pending", "Mia", "Muster", "leitung@example.org"]],
      invitations: 1,
      provisioning: [null, null],
    });
    expect(records?.["limits"]).toEqual([
      ["max_users", 10, "plan"],
      ["monthly_tokens", 2_000_000, "plan"],
      ["storage_bytes", 1_000_000_000, "plan"],
    ]);

    // Without an administrator, and with one who has no address.
    for (const administrator of [{}, { administrator: { username: "leitung_eins", lastName: "Muster" } }]) {
      const createdIds = [];
      for (const endpoint of [createTenant, createOrganization]) {
        const { administrator: _other, ...organizationBody } = body(`Ordination ${createdIds.length}`);
        const created = await operator.call(endpoint, { body: { ...organizationBody, ...administrator } });
        createdIds.push(await recordsOf(created.result.id));
      }
      expect(createdIds[0]).toEqual(createdIds[1]);
    }
  });

  it("R0-65 R0-66 R7n-28 runs the steps in order and repeats a failed one", async () => {
    const created = await withBrokenStep("administrator", () =>
      operator.call(createTenant, { body: body("Ordination Gamma") }),
    );
    expect(created.status).toBe(201);
    expect(created.result).toMatchObject({ administrator: null, userCount: 0 });
    const params = { id: created.result.id };
    const status = async () => (await operator.call(getProvisioningStatus, { params })).result;
    const failedStatus = await status();
    expect(failedStatus).toEqual(created.result.provisioning);
    expect(failedStatus).toMatchObject({
      id: params.id,
      state: "failed",
      percent: 50,
      error: "INTERNAL_ERROR",
    });
    expect(failedStatus.steps.map(({ name, state }) => [name, state])).toEqual([
      ["organization", "done"],
      ["limits", "done"],
      ["defaults", "done"],
      ["administrator", "failed"],
      ["mail", "pending"],
      ["check", "pending"],
    ]);
    await queryRows(testApp, "update provisioning set retry_at = now() where organization_id = $1", [
      params.id,
    ]);
    await runJob();
    const ready = await status();
    expect(ready).toMatchObject({ state: "ready", percent: 100, error: null });
    expect(ready.steps.slice(0, 3)).toEqual(failedStatus.steps.slice(0, 3));
    const times = ready.steps.map(({ at }) => Date.parse(at ?? ""));
    expect(ready.steps.map(({ name }) => name)).toEqual([...provisioningSteps]);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    expect(await recordsOf(params.id)).toMatchObject({
      invitations: 1,
      members: [expect.arrayContaining(["org_admin"])],
    });
  });

  it("R0-66 is pending before its second step, running until its last one, and then ready", async () => {
    const { result } = await operator.call(createTenant, { body: body("Ordination Epsilon") });
    const { id } = result;
    const times = result.provisioning.steps.map(({ at }) => at);
    expect(times).toEqual(Array.from({ length: 6 }, () => expect.stringMatching(/^20.*Z$/) as unknown));
    const status = async () => (await operator.call(getProvisioningStatus, { params: { id } })).result;
    const names = ["organization", "limits", "defaults", "administrator", "mail", "check"];
    const stepsOf = (states: string[]) =>
      states.map((state, index) => ({
        name: names[index],
        state,
        at: state === "done" ? times[index] : null,
      }));
    const allDone = Array.from({ length: 6 }, () => "done");
    expect(await status()).toEqual({
      id,
      state: "ready",
      steps: stepsOf(allDone),
      percent: 100,
      error: null,
    });
    await queryRows(
      testApp,
      "update provisioning set mail_at = null, check_at = null where organization_id = $1",
      [id],
    );
    expect(await status()).toEqual({
      id,
      state: "running",
      steps: stepsOf(["done", "done", "done", "done", "running", "pending"]),
      percent: 67,
      error: null,
    });
    await queryRows(
      testApp,
      "update provisioning set limits_at = null, defaults_at = null, administrator_at = null where organization_id = $1",
      [id],
    );
    expect(await status()).toEqual({
      id,
      state: "pending",
      steps: stepsOf(["done", "pending", "pending", "pending", "pending", "pending"]),
      percent: 17,
      error: null,
    });
    await queryRows(testApp, "delete from provisioning where organization_id = $1", [id]);
  });

  it("see R0-66 keeps the temporary password when a later step fails, and pauses while the tenant is deleted", async () => {
    const administrator = { username: "leitung_delta", firstName: "Mia", lastName: "Muster" };
    const { result } = await withBrokenStep("check", () =>
      operator.call(createTenant, { body: { ...body("Ordination Delta"), administrator } }),
    );
    expect(result.provisioning).toMatchObject({ state: "failed" });
    expect(result.administrator?.temporaryPassword).toEqual(expect.any(String));
    const params = { id: result.id };
    await queryRows(
      testApp,
      "update provisioning set retry_at = now() - interval '1 second' where organization_id = $1",
      [params.id],
    );
    const stateAfter = async (status: string) => {
      await queryRows(testApp, "update organization set status = $2 where organization_id = $1", [
        params.id,
        status,
      ]);
      await runJob();
      const rows = await queryRows(testApp, "select check_at from provisioning where organization_id = $1", [
        params.id,
      ]);
      return rows[0]?.["check_at"] === null ? "waits" : "ready";
    };
    expect([await stateAfter("deleted"), await stateAfter("trial")]).toEqual(["waits", "ready"]);
  });

  it("R0-67 the job repeats any step that failed, and every step takes effect exactly once", async () => {
    const names = ["organization", "limits", "defaults", "administrator", "mail", "check"];
    for (const [index, step] of names.entries()) {
      if (step === "organization") continue;
      const created = await withBrokenStep(step, () =>
        operator.call(createTenant, { body: body(`Ordination ${step}`) }),
      );
      const { id, provisioning } = created.result;
      expect(provisioning).toMatchObject({ state: "failed", error: "INTERNAL_ERROR" });
      expect(provisioning.steps.map(({ state }) => state)).toEqual(
        names.map((_, at) => (at < index ? "done" : at === index ? "failed" : "pending")),
      );
      // It is not due before a minute has passed.
      await runJob();
      const status = async () => (await operator.call(getProvisioningStatus, { params: { id } })).result;
      expect(await status()).toEqual(provisioning);
      await queryRows(testApp, "update provisioning set retry_at = now() where organization_id = $1", [id]);
      await runJob();
      const ready = await status();
      expect([step, ready.state, ready.percent, ready.error]).toEqual([step, "ready", 100, null]);
      expect(ready.steps.slice(0, index)).toEqual(provisioning.steps.slice(0, index));
      const unbroken = await operator.call(createTenant, { body: body(`Ordination ${step} zwei`) });
      expect([step, await recordsOf(id)]).toEqual([step, await recordsOf(unbroken.result.id)]);
    }
  });

  it("R7n-28 shows the status only to the operator, and only of tenants that were provisioned", async () => {
    const { id } = await makeOrganization(testApp);
    const admin = new TestClient(testApp);
    await admin.signIn(await makeMember(testApp, id, "org_admin"));
    expect((await admin.call(getProvisioningStatus, { params: { id } })).problem.code).toBe("FORBIDDEN");
    expect((await operator.call(getProvisioningStatus, { params: { id } })).problem.code).toBe("NOT_FOUND");
  });
});
