import { randomBytes } from "node:crypto";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { makeProviders } from "../ai/ai-calls.ts";
import { makeApplication } from "../application.ts";
import { makeMember, makeOrganization, queryRows } from "../factories.ts";
import { insertCreditNote, insertDraft, insertFinalInvoice } from "../invoices/final-invoice.ts";
import { giveMandate } from "../payments/debit-invoice.ts";
import type { TestApp } from "../test-app.ts";

/** Creates an organization with rows in every section of an export. */
export async function makeFullOrganization(testApp: TestApp) {
  const { id } = await makeOrganization(testApp, { name: "Praxis Dr. Muster" });
  const site = uuidV7();
  await queryRows(testApp, "insert into site (organization_id, id, name) values ($1, $2, 'Haupthaus')", [
    id,
    site,
  ]);
  const owner = await makeMember(testApp, id, "org_admin", {
    lastName: "Muster-Leitung",
    department: "Leitung",
  });
  const withoutMail = await makeMember(testApp, id, "viewer", {
    email: null,
    username: "ohne.mail",
    lastName: "Ohne-Mail",
  });
  const pending = await makeMember(testApp, id, "viewer", {
    email: null,
    pendingEmail: "eingeladen@example.org",
    status: "pending",
    password: null,
    lastName: "Eingeladen-Probe",
  });
  const removedMember = await makeMember(testApp, id, "viewer", {
    lastName: 'Zeile\n"Ende", \u{1F600} \u2028',
  });
  await makeApplication(testApp, owner);
  await makeProviders(testApp, "mistral");
  const [operator, change, device] = [uuidV7(), uuidV7(), uuidV7()];
  await queryRows(
    testApp,
    "insert into person (id, first_name, last_name) values ($1, 'Olga', 'Betrieb-Probe')",
    [operator],
  );
  await queryRows(testApp, "insert into device (id, kind) values ($1, 'browser')", [device]);
  const run = (text: string, ...values: unknown[]) => queryRows(testApp, text, [id, ...values]);
  await run(
    "update membership set site_id = $2, blocked_by = $3, blocked_at = now() where organization_id = $1 and person_id = $4",
    site,
    owner.personId,
    pending.personId,
  );
  await run(
    "update membership set status = 'removed', email = null where organization_id = $1 and person_id = $2",
    removedMember.personId,
  );
  await run(
    `insert into invitation (organization_id, id, membership_id, invited_by, message, expires_at)
     select $1, gen_random_uuid(), id, $2, 'Willkommen', now() + interval '7 days' from membership
     where organization_id = $1 and person_id = $3`,
    operator,
    pending.personId,
  );
  await run(
    `insert into staff_change (organization_id, id, kind, membership_id, person_id, state, takes_effect_at, successor_id,
       outcome, created_by, created_at, done_at)
     select $1, $2, 'offboarding', id, person_id, 'done', now(), $3, '{"sessions": 2}', $3, now(), now() from membership
     where organization_id = $1 and person_id = $4`,
    change,
    owner.personId,
    removedMember.personId,
  );
  await run(
    `with plan as (insert into rights_review_plan (organization_id, interval_months) values ($1, 6)),
     review as (
       insert into rights_review (organization_id, id, started_by, started_at)
       values ($1, gen_random_uuid(), $2, now()) returning organization_id, id)
     insert into rights_review_decision (organization_id, review_id, person_id, decision, reason, role, permissions,
       decided_by, decided_at)
     select organization_id, id, $2, 'keep', 'Leitet die Praxis', 'org_admin', '{billing:read}', $2, now() from review`,
    owner.personId,
  );
  await run(
    `insert into onboarding_template (organization_id, key, role, items, updated_at)
     values ($1, 'assistant', 'viewer', '[{"item": "own1", "label": "Spind zeigen"}]', now())`,
  );
  await run(
    "insert into staff_check (organization_id, change_id, item, checked_by, checked_at) values ($1, $2, 'keys', $3, now())",
    change,
    owner.personId,
  );
  await run(
    "insert into workstation (organization_id, id, label, is_shared, released_by) values ($1, $2, 'Empfang', true, $3)",
    device,
    owner.personId,
  );
  await run(
    "insert into planned_plan (organization_id, plan, term, starts_on) values ($1, 'basic', 'month', current_date + 20)",
  );
  await run(
    `insert into security_check (organization_id, checked_at, score, checks) values ($1, now(), 71, '[{"a": 1.5}]')`,
  );
  await run(
    `insert into ai_template (organization_id, id, person_id, name, text, created_by)
     values ($1, gen_random_uuid(), null, 'Kurzbrief', 'Fasse zusammen:', $2),
       ($1, gen_random_uuid(), $2, 'Eigene Vorlage', 'Schreibe kurz:', $2)`,
    owner.personId,
  );
  await run("insert into ai_policy (organization_id, limit_tokens) values ($1, 9007199254740993)");
  await run(
    "insert into ai_approval (organization_id, provider_key, approved, models) values ($1, 'mistral', true, '{small,large}')",
  );
  await run(
    `insert into ai_instruction_confirmation (organization_id, person_id, version, confirmed_at)
     values ($1, $2, 1, now())`,
    owner.personId,
  );
  await run(
    "insert into ai_person_limit (organization_id, person_id, limit_tokens) values ($1, $2, 5)",
    owner.personId,
  );
  await run(
    "insert into ai_alert (organization_id, person_id, period, threshold_percent) values ($1, $2, '2026-11-01', 80)",
    owner.personId,
  );
  await run(
    "insert into ai_balance (organization_id, person_id, period, used_tokens) values ($1, $2, '2026-11-01', 42)",
    owner.personId,
  );
  await run(
    `insert into ai_usage_event (organization_id, id, occurred_at, local_day, person_id, provider_key, model, kind,
      outcome, period, budget_tokens, input_tokens, output_tokens, currency, is_estimated, duration_ms)
     select $1, gen_random_uuid(), now(), '2026-11-02', $2, 'mistral', 'small', 'chat', 'done', '2026-11-01', 9, n, 4,
      'EUR', false, 7 from generate_series(1, 2500) n`,
    owner.personId,
  );
  await run(
    `insert into ai_usage_day (organization_id, local_day, provider_key, model, currency, calls, input_tokens,
       output_tokens, audio_seconds, cost_micro, estimated_calls) values ($1, '2026-11-02', 'mistral', 'small', 'EUR', 1, 2, 3, 4, 5, 0)`,
  );
  await run(
    `insert into ai_usage_person_day (organization_id, local_day, person_id, currency, calls, input_tokens, output_tokens,
       audio_seconds, cost_micro, estimated_calls) values ($1, '2026-11-02', $2, 'EUR', 1, 2, 3, 4, 5, 0)`,
    owner.personId,
  );
  await giveMandate(testApp, id, "M-1");
  await run(
    `update billing_profile set city = 'Musterstadt', email = 'rechnung@example.org',
       mandate_holder = 'Praxis Dr. Muster', mandate_iban_masked = 'DE•• •••• 2051', mandate_signed_on = '2026-11-01'
     where organization_id = $1`,
  );
  const invoice = await insertFinalInvoice(testApp, id);
  const creditNote = await insertCreditNote(testApp, invoice);
  await insertDraft(testApp, id);
  for (const invoiceId of [invoice.id, creditNote.id])
    await run(
      "insert into invoice_account (organization_id, invoice_id, mailed_at, reminder_level) values ($1, $2, now(), 1)",
      invoiceId,
    );
  await run(
    `insert into invoice_payment (organization_id, invoice_id, id, booked_on, amount_cents, source, entry_reference)
     values ($1, $2, gen_random_uuid(), '2026-11-10', 4000, 'statement', 'E-1')`,
    invoice.id,
  );
  for (const [kind, bytes] of [
    ["logo", 20],
    ["invoice", 300_000],
  ] as const)
    await run(
      "insert into stored_file (organization_id, id, kind, content_type, bytes, content) values ($1, gen_random_uuid(), $2, 'application/pdf', $3, $4)",
      kind,
      bytes,
      randomBytes(bytes),
    );
  // Two names in the audit log, one of which is erased.
  for (const target of [withoutMail, removedMember])
    await testApp.app.identityDb.write(async (tx) => {
      tx.record({
        organizationId: id,
        action: "user.updated",
        actor: { type: "user", id: owner.personId, role: "org_admin" },
        target: { type: "user", id: target.personId },
        changes: { phone: [null, "***"], count: [1, 1.5] },
      });
    });
  await queryRows(testApp, "select erase_audit_names($1)", [removedMember.personId]);
  return { id, owner, withoutMail, pending, removed: removedMember, operator, invoice, creditNote };
}
