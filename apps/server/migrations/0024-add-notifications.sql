-- Notifications of a person, kept for 30 days and shared by their devices.
create table notification (
  -- A UUIDv7: ids ascend in the order of creation, which is the order of the list.
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  -- Not named organization_id: a person reads their notifications of all organizations, and of none, in one list.
  practice_id uuid references organization (organization_id) on delete cascade,
  type text not null check (type in ('success', 'error', 'warning', 'info')),
  kind text not null,
  -- The text in each language, without names.
  messages jsonb not null,
  -- The id of a page, never an address.
  route text,
  subject_id uuid,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notification_person on notification (person_id, id);
create index notification_practice on notification (practice_id);
create index notification_age on notification (created_at);
grant select, insert, update, delete on notification to portal_app, portal_platform;

-- The notifications of an ended membership are deleted with it, so that they do not return with a later one.
create function delete_member_notifications() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from notification where person_id = new.person_id and practice_id = new.organization_id;
  return null;
end $$;
revoke all on function delete_member_notifications() from public;
create trigger delete_member_notifications after update of status on membership for each row
  when (new.status is distinct from old.status and new.status in ('removed', 'deactivated'))
  execute function delete_member_notifications();
