import { startInvoiceRun } from "@praxisportal/contract/invoices/invoices.endpoints";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { platformClient } from "../../../../test/ai/ai.ts";
import { queryRows } from "../../../../test/factories.ts";
import { completeOperator, manyBilled, month, runJob } from "../../../../test/invoices/billing.ts";
import { createKillKit, type KillKit, waitOptions } from "../../../../test/kills/kill-kit.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";

let testApp: TestApp;
let kit: KillKit;
let operator: Awaited<ReturnType<typeof platformClient>>;
beforeAll(async () => {
  testApp = await createTestApp();
  kit = await createKillKit(testApp);
  operator = await platformClient(testApp);
  await completeOperator(testApp);
  // Stops the other process while it creates a draft, and while it finalizes one.
  await kit.owner.query(`
    create function hold_invoice() returns trigger language plpgsql as $$
    begin
      if is_other() and (tg_op = 'INSERT' or new.state = 'final') then
        perform pg_advisory_xact_lock(4712);
      end if;
      return new;
    end $$`);
  await kit.owner.query(
    "create trigger hold_invoice before insert or update on invoice for each row execute function hold_invoice()",
  );
}, 120_000);
afterAll(async () => {
  await kit.stop();
  await testApp.stop();
});

const readRunState = async () => {
  const [run] = await queryRows<{ state: string; done: number; created: number }>(
    testApp,
    "select state, done, created from invoice_run order by started_at desc limit 1",
  );
  return run;
};

it(
  "R0-157 a run killed in a batch continues in another process and creates one invoice per organization",
  { timeout: 240_000 },
  async () => {
    const count = 45;
    await manyBilled(testApp, count);
    await kit.hold(4712);
    const { child } = await kit.start();
    await operator.call(startInvoiceRun, { body: { month: month.slice(0, 7) } });
    const waiting = await kit.waiters(4712, 1);
    await kit.kill(child);
    await kit.release(4712);
    // The database ends the transaction of the killed process.
    await vi.waitFor(async () => {
      const { rows } = await kit.admin.query("select from pg_stat_activity where pid = any($1)", [waiting]);
      expect(rows).toEqual([]);
    }, waitOptions);
    expect(await queryRows(testApp, "select from invoice")).toEqual([]);

    // Until the lease ends, the run belongs to the killed process.
    await runJob(testApp, "invoice-run");
    expect(await readRunState()).toEqual({ state: "running", done: 0, created: 0 });
    await queryRows(testApp, "update invoice_run set leased_until = now() - interval '1 second'");
    await Promise.all([runJob(testApp, "invoice-run"), runJob(testApp, "invoice-run")]);

    await vi.waitFor(async () => expect((await readRunState())?.state).toBe("finished"), waitOptions);
    expect(await readRunState()).toMatchObject({ created: count });
    const rows = await queryRows<{ organizations: string; invoices: string; lines: string }>(
      testApp,
      `select count(distinct organization_id) as organizations, count(*) as invoices,
         (select count(*) from invoice_line) as lines from invoice`,
    );
    expect(rows).toEqual([
      { organizations: String(count), invoices: String(count), lines: String(2 * count) },
    ]);
  },
);

it(
  "see R0-162 a process killed while it makes invoices final leaves no gap in their numbers",
  { timeout: 240_000 },
  async () => {
    await queryRows(testApp, "update invoice set finalise_at = now() - interval '1 minute'");
    await queryRows(testApp, "update scheduled_job set next_run_at = now() where name = 'invoice-finalise'");
    await kit.hold(4712);
    const { child } = await kit.start();
    await kit.waiters(4712, 1);
    await kit.kill(child);
    await kit.release(4712);

    await runJob(testApp, "invoice-finalise");

    const numbers = await queryRows<{ number: string; state: string }>(
      testApp,
      "select number, state from invoice order by number",
    );
    expect(numbers.map(({ state }) => state)).toEqual(numbers.map(() => "final"));
    expect(numbers.map(({ number }) => Number(number.slice(-6)))).toEqual(
      numbers.map((_number, index) => index + 1),
    );
  },
);
