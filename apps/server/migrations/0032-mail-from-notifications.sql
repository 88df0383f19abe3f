set local lock_timeout = '2s';

-- What the mail of a notification needs besides its row: ids only. Null without a mail, and once it was sent.
alter table notification add column mail jsonb;
-- Set instead of deleting the row while its mail is due.
alter table notification add column deleted_at timestamptz;

-- As before, except that the mail about a person's own account is still sent when the membership has ended.
create or replace function delete_member_notifications() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  update notification set deleted_at = now()
    where person_id = new.person_id and organization_id = new.organization_id and mail is not null and deleted_at is null;
  delete from notification
    where person_id = new.person_id and organization_id = new.organization_id and mail is null;
  return null;
end $$;
