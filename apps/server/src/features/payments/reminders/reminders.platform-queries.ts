import { reminderDays } from "@praxisportal/contract/invoices/operator-profile.schema";
import type { Reminders } from "@praxisportal/contract/payments/payments.schema";
import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import { usableMembership } from "../../../platform/db/usable-membership.ts";
import { isPayable, openCents } from "../booking/invoices.platform-queries.ts";
import { hasItsMandate, isByDebit, isInFile } from "../debits/debits.platform-queries.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

export type DueReminder = Reminders["data"][number] & { organizationId: string };

const days = sql.lit(`{${reminderDays.join(",")}}`);
const daysOf = (level: ReturnType<typeof sql>) => sql`coalesce((${days}::integer[])[${level}], 0)`;

/** The level of the next reminder of an invoice with the account `a`. */
const nextLevel = sql`(coalesce(a.reminder_level, 0) + 1)`;

/** Billing address of an organization `o` with the billing profile `b`. */
const billingAddress = sql<string | null>`coalesce(b.email, nullif(o.details->>'billingEmail', ''))`;

/** Returns the SQL for the administrators of an organization `o` who have an address. */
const administrators = (now: Date) => sql`
  from membership m join person p on p.id = m.person_id
  where m.organization_id = o.organization_id and m.role = 'org_admin' and p.email is not null
    and ${usableMembership("m", now)}`;

/**
 * Condition that the invoice `i` is or will be collected by direct debit. After a return it has to be paid otherwise.
 */
const isCollected = sql`(${isByDebit} and (${isInFile} or (coalesce(${hasItsMandate}, false) and not exists (
  select from direct_debit d where d.organization_id = i.organization_id and d.invoice_id = i.id))))`;

/**
 * Returns reminders that are due: the next level of an open invoice that is overdue for its days in the time zone of
 * its organization. A level that was late delays the next ones by the same time. Nothing is due where there is no
 * recipient.
 */
export async function findDueReminders(
  allDb: AllDb,
  now: Date,
  { limit, invoiceId = null }: { limit: number; invoiceId?: string | null },
): Promise<DueReminder[]> {
  const { rows } = await sql<Omit<DueReminder, "openCents"> & { openCents: string }>`
    select i.organization_id as "organizationId", i.id as "invoiceId", i.organization_name as "organizationName",
      i.number, i.currency, ${openCents} as "openCents", i.due_on::text as "dueOn", ${nextLevel} as level
    from invoice i join organization o using (organization_id)
    left join invoice_account a on a.organization_id = i.organization_id and a.invoice_id = i.id
    left join billing_profile b on b.organization_id = i.organization_id
    where ${isPayable()} and o.erased_at is null and coalesce(a.reminder_level, 0) < ${reminderDays.length}
      and (${invoiceId}::uuid is null or i.id = ${invoiceId})
      and (${now}::timestamptz at time zone o.time_zone)::date >= greatest(
        i.due_on + ${daysOf(nextLevel)},
        (a.reminded_at at time zone o.time_zone)::date + ${daysOf(nextLevel)} - ${daysOf(sql`a.reminder_level`)})
      and ${openCents} > 0 and not ${isCollected}
      and (${billingAddress} is not null or exists (select ${administrators(now)}))
    order by i.due_on, i.number limit ${limit}`.execute(allDb);
  return rows.map((row) => ({ ...row, openCents: Number(row.openCents) }));
}

/** Records that a reminder is sent. */
export async function recordReminder(
  allDb: AllDb,
  { organizationId, invoiceId, level }: DueReminder,
  now: Date,
): Promise<void> {
  await sql`
    update invoice_account set reminder_level = ${level}, reminded_at = ${now}
    where organization_id = ${organizationId} and invoice_id = ${invoiceId}`.execute(allDb);
}

/**
 * Returns the recipients of the mail: the billing address (null), otherwise the ids of the administrators with an
 * address.
 */
export async function findRecipients(
  allDb: AllDb,
  organizationId: string,
  now: Date,
): Promise<{ personId: string | null }[]> {
  const { rows } = await sql<{ hasAddress: boolean; personIds: string[] }>`
    select ${billingAddress} is not null as "hasAddress",
      array(select m.person_id ${administrators(now)} order by m.person_id) as "personIds"
    from organization o left join billing_profile b using (organization_id)
    where o.organization_id = ${organizationId}`.execute(allDb);
  const [row] = rows;
  if (row === undefined || row.hasAddress) return row === undefined ? [] : [{ personId: null }];
  return row.personIds.map((personId) => ({ personId }));
}

/** Content of a reminder mail. */
export type ReminderFacts = {
  organization: string;
  language: string;
  number: string;
  currency: string;
  openCents: number;
  dueOn: string;
  /** The recipient, or null when there no longer is one. */
  name: string;
  address: string | null;
  payee: string | null;
  iban: string | null;
  bic: string | null;
  /** The operator's own text of this level in the language of the organization. */
  text: string | null;
};

/**
 * Returns the content of a reminder mail, or undefined when the invoice is paid, credited or its organization erased.
 */
export async function findReminderFacts(
  allDb: AllDb,
  {
    organizationId,
    invoiceId,
    level,
    personId,
  }: {
    organizationId: string;
    invoiceId: string;
    level: number;
    personId: string | null;
  },
): Promise<ReminderFacts | undefined> {
  const { rows } = await sql<Omit<ReminderFacts, "openCents"> & { openCents: string }>`
    select i.organization_name as organization, o.language, i.number, i.currency, ${openCents} as "openCents",
      i.due_on::text as "dueOn",
      coalesce(case when ${personId}::uuid is null then b.contact_name
        else trim(p.first_name || ' ' || p.last_name) end, i.organization_name) as name,
      case when ${personId}::uuid is null then ${billingAddress} else p.email end as address,
      operator.name as payee, operator.iban, operator.bic,
      operator.reminder_texts->${String(level)}->>o.language as text
    from invoice i join organization o using (organization_id) cross join operator_profile operator
    left join billing_profile b on b.organization_id = i.organization_id
    left join person p on p.id = ${personId}
    where i.organization_id = ${organizationId} and i.id = ${invoiceId} and o.erased_at is null
      and ${isPayable()} and ${openCents} > 0`.execute(allDb);
  const [row] = rows;
  return row && { ...row, openCents: Number(row.openCents) };
}
