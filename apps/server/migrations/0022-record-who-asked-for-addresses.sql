-- Who asked for a change of address and in which practice, so that mails and the log name them. Null for changes that
-- were asked for before.
alter table email_change add column requested_by uuid references person (id) on delete set null;
alter table email_change add column practice_id uuid;

-- A removed address is a change to none. It keeps the old address, whose owner is notified and can restore it.
alter table email_change alter column new_email drop not null;
