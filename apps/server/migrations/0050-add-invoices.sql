set local lock_timeout = '2s';

-- Who issues the invoices: the operator, one row. Columns are null until they are entered.
create table operator_profile (
  singleton boolean primary key default true check (singleton),
  name text,
  street text,
  house_number text,
  postal_code text,
  city text,
  country text check (country in ('DE', 'AT', 'CH')),
  vat_id text,
  tax_number text,
  contact_name text,
  contact_phone text,
  contact_email text,
  website text,
  management text,
  register text,
  bank_name text,
  iban text,
  bic text,
  -- For SEPA direct debits.
  creditor_id text,
  -- How organizations in third countries are taxed.
  third_country text not null default 'outside_scope'
    check (third_country in ('outside_scope', 'export', 'domestic_rate')),
  payment_days integer not null default 14 check (payment_days between 0 and 90),
  -- Days between the announcement of a direct debit, which is the invoice, and its collection.
  debit_notice_days integer not null default 14 check (debit_notice_days between 1 and 30),
  -- Terms that began, and AI costs of months, before this day are not invoiced.
  billed_from date not null default date_trunc('month', now()),
  -- Texts of the reminders by level and language; a missing one is the text of the portal.
  reminder_texts jsonb not null default '{}',
  version integer not null default 0,
  updated_at timestamptz not null default now()
);
insert into operator_profile default values;
grant select on operator_profile to portal_app;
grant select, update on operator_profile to portal_platform;

-- Standard rates that the operator added to those by law.
create table tax_rate (
  country text not null check (country in ('DE', 'AT', 'CH')),
  valid_from date not null,
  rate_basis_points integer not null check (rate_basis_points between 0 and 10000),
  created_at timestamptz not null default now(),
  primary key (country, valid_from)
);
grant select on tax_rate to portal_app;
grant select, insert, delete on tax_rate to portal_platform;

-- What an invoice says about the organization. Without a row it is what the organization says of itself.
create table billing_profile (
  organization_id uuid primary key references organization (organization_id) on delete cascade,
  name text,
  contact_name text,
  street text,
  house_number text,
  addition text,
  postal_code text,
  city text,
  country text,
  vat_id text,
  -- When the operator last confirmed the VAT ID with the authorities.
  vat_id_checked_on date,
  email text,
  -- Makes the invoices XRechnung.
  buyer_reference text,
  -- The SEPA mandate. The IBAN is sealed; what can be shown of it is kept beside it.
  mandate_reference text,
  mandate_holder text,
  mandate_iban bytea,
  mandate_iban_masked text,
  mandate_signed_on date,
  -- False until the first direct debit of the mandate.
  mandate_used boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check (num_nulls(mandate_reference, mandate_holder, mandate_iban, mandate_iban_masked, mandate_signed_on) in (0, 5))
);
grant select, insert, update on billing_profile to portal_app;
grant select, insert, update, delete on billing_profile to portal_platform;

-- A run makes the drafts of a month for all organizations, in the order of their ids.
create table invoice_run (
  id uuid primary key,
  -- The first day of the month.
  month date not null,
  state text not null default 'running' check (state in ('running', 'finished')),
  started_by uuid,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Organizations in total, and those that are done.
  total integer not null default 0,
  done integer not null default 0,
  created integer not null default 0,
  -- The last organization that is done, and the process that works until its lease ends.
  last_organization_id uuid,
  leased_until timestamptz
);
create unique index invoice_run_open on invoice_run (state) where state = 'running';
create index invoice_run_started on invoice_run (started_at desc);
grant select, insert, update on invoice_run to portal_platform;

-- The last number of each series and year, locked by the transaction that uses the next one.
create table invoice_counter (
  series text not null check (series in ('RE', 'GU')),
  year integer not null,
  last_number integer not null,
  primary key (series, year)
);
grant select, insert, update, delete on invoice_counter to portal_platform;

-- Invoices and credit notes. A final one never changes, and outlives its organization until retain_until.
create table invoice (
  organization_id uuid not null references organization (organization_id),
  id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  state text not null default 'draft' check (state in ('draft', 'final')),
  -- The first day of the month of the run, and a number above 0 for an invoice that replaces a credited one.
  month date not null,
  attempt integer not null default 0,
  currency text not null check (currency in ('EUR', 'CHF')),
  net_cents bigint not null,
  tax_cents bigint not null,
  gross_cents bigint not null,
  -- What is to be paid.
  due_cents bigint not null,
  -- Calls of models without a price in the invoiced months, and who accepted that they are not invoiced.
  unpriced_calls bigint not null default 0,
  unpriced_confirmed_by uuid,
  -- When a draft becomes final by itself.
  finalise_at timestamptz not null,
  -- Why that failed: codes, and what is missing.
  held jsonb not null default '[]',
  -- The invoice that a credit note corrects, and why.
  corrects uuid,
  reason text,
  -- Whether what a credit note takes back is invoiced again.
  invoices_again boolean not null default false,
  -- Name of the organization for lists, also after its erasure.
  organization_name text not null,
  number text,
  issued_on date,
  due_on date,
  -- Everything that the final document says.
  document jsonb,
  format text check (format in ('factur-x', 'xrechnung')),
  xml bytea,
  pdf bytea,
  xml_sha256 text,
  pdf_sha256 text,
  retain_until date,
  created_at timestamptz not null default now(),
  finalised_at timestamptz,
  finalised_by uuid,
  primary key (organization_id, id),
  foreign key (organization_id, corrects) references invoice (organization_id, id),
  check (state = 'draft' or num_nulls(number, issued_on, document, format, xml, pdf, xml_sha256, pdf_sha256,
    retain_until, finalised_at) = 0)
);
create unique index invoice_id on invoice (id);
create unique index invoice_number on invoice (number);
create unique index invoice_of_month on invoice (organization_id, month, attempt) where kind = 'invoice';
create unique index invoice_credited on invoice (organization_id, corrects) where kind = 'credit_note';
create index invoice_draft on invoice (finalise_at) where state = 'draft';
create index invoice_created on invoice (created_at desc, id desc);
grant select on invoice to portal_app;
grant select, insert, update, delete on invoice to portal_platform;

-- What the amounts of an invoice consist of, to know later what was invoiced. Amounts are net.
create table invoice_line (
  organization_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  kind text not null check (kind in ('plan', 'credit', 'ai')),
  -- Plans: the term that began on term_from, and its end as it is after this line.
  plan text,
  term text check (term in ('month', 'year')),
  term_from date,
  covered_until date,
  -- The first day, and the day after the last one.
  from_day date not null,
  until_day date not null,
  -- AI: costs beyond the plan in millionths, of which earlier invoices have none; the costs and the included amount of
  -- the month when the line was made; and whether an earlier invoice had costs of the month.
  overage_micro bigint,
  cost_micro bigint,
  included_micro bigint,
  is_late boolean not null default false,
  cents bigint not null,
  primary key (organization_id, invoice_id, position),
  foreign key (organization_id, invoice_id) references invoice (organization_id, id) on delete cascade
);
grant select on invoice_line to portal_app;
grant select, insert, update, delete on invoice_line to portal_platform;

-- What happens to a final invoice: mails, reminders and its legal hold.
create table invoice_account (
  organization_id uuid not null,
  invoice_id uuid not null,
  mailed_at timestamptz,
  -- Reminders sent, and the day of the last one.
  reminder_level integer not null default 0 check (reminder_level between 0 and 3),
  reminded_at timestamptz,
  legal_hold_reason text,
  primary key (organization_id, invoice_id),
  foreign key (organization_id, invoice_id) references invoice (organization_id, id) on delete cascade
);
grant select on invoice_account to portal_app;
grant select, insert, update, delete on invoice_account to portal_platform;

-- Money received for an invoice; negative for money paid back and for a returned direct debit.
create table invoice_payment (
  organization_id uuid not null,
  invoice_id uuid not null,
  id uuid not null,
  booked_on date not null,
  amount_cents bigint not null check (amount_cents <> 0),
  source text not null check (source in ('manual', 'statement', 'credit_note')),
  note text,
  -- The entry of a bank statement that was booked.
  entry_reference text,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, invoice_id, id),
  foreign key (organization_id, invoice_id) references invoice (organization_id, id) on delete cascade
);
create unique index invoice_payment_entry on invoice_payment (entry_reference) where entry_reference is not null;
grant select on invoice_payment to portal_app;
grant select, insert, delete on invoice_payment to portal_platform;

-- Entries of imported bank statements that belong to no invoice that could be found.
create table bank_entry (
  reference text primary key,
  booked_on date not null,
  amount_cents bigint not null,
  currency text not null,
  name text,
  text text not null,
  imported_at timestamptz not null default now(),
  imported_by uuid
);
create index bank_entry_booked on bank_entry (booked_on desc, reference);
grant select, insert, delete on bank_entry to portal_platform;

-- Files of direct debits for the bank. They contain IBANs and are sealed.
create table direct_debit_file (
  id uuid primary key,
  message_id text not null unique,
  debits integer not null,
  total_cents bigint not null,
  content bytea not null,
  created_by uuid,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on direct_debit_file to portal_platform;

create table direct_debit (
  organization_id uuid not null,
  invoice_id uuid not null,
  file_id uuid not null references direct_debit_file (id),
  amount_cents bigint not null,
  collected_on date not null,
  primary key (organization_id, invoice_id, file_id),
  foreign key (organization_id, invoice_id) references invoice (organization_id, id) on delete cascade
);
create index direct_debit_file_of on direct_debit (file_id);
grant select on direct_debit to portal_app;
grant select, insert, delete on direct_debit to portal_platform;

-- Refuses every change of a final invoice. It may be deleted by the operator's command after its retention, unless there
-- is a legal hold; the command names itself in app.deletes_expired_invoices. Invented invoices of the demonstration are
-- deleted with it.
create function protect_final_invoice() returns trigger
language plpgsql
as $$
begin
  if old.state <> 'final' then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' and current_setting('app.removes_demonstration', true) = 'on' and exists (
    select from organization o where o.organization_id = old.organization_id and o.is_demo)
  then
    return old;
  end if;
  if tg_op = 'DELETE' and old.retain_until < current_date
    and current_setting('app.deletes_expired_invoices', true) = 'on'
    and not exists (
      select from invoice_account a
      where a.organization_id = old.organization_id and a.invoice_id = old.id and a.legal_hold_reason is not null)
  then
    return old;
  end if;
  raise exception 'invoice % is final', old.number using errcode = 'IN001';
end $$;
create trigger protect_final_invoice before update or delete on invoice
  for each row execute function protect_final_invoice();

-- The lines of a final invoice: deleted only with it, never changed, added or moved to it.
create function protect_final_line() returns trigger
language plpgsql
as $$
declare
  number text;
begin
  select i.number into number from invoice i
  where i.state = 'final' and (
    (tg_op <> 'INSERT' and i.organization_id = old.organization_id and i.id = old.invoice_id)
    or (tg_op <> 'DELETE' and i.organization_id = new.organization_id and i.id = new.invoice_id))
  limit 1;
  if found then
    raise exception 'invoice % is final', number using errcode = 'IN001';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger protect_final_line before insert or update or delete on invoice_line
  for each row execute function protect_final_line();

create function refuse_truncate() returns trigger
language plpgsql
as $$
begin
  raise exception '% is never emptied', tg_table_name using errcode = 'IN001';
end $$;
create trigger refuse_truncate before truncate on invoice for each statement execute function refuse_truncate();
create trigger refuse_truncate before truncate on invoice_line for each statement execute function refuse_truncate();

