set local lock_timeout = '2s';

-- A passkey is a second factor as well: the rows of members say whether a person has either.
create or replace function sync_member_rows(changed_person uuid)
returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  update membership m set first_name = p.first_name, last_name = p.last_name, phone = p.phone,
    email = coalesce(p.email, p.pending_email),
    email_verified = p.email is not null or p.pending_email is null,
    failed_login_attempts = p.failed_login_attempts, locked_until = p.locked_until, lock_reason = p.lock_reason,
    two_factor_enabled = exists (
      select from two_factor tf where tf.person_id = p.id and tf.enabled_at is not null)
      or exists (select from passkey k where k.person_id = p.id),
    updated_at = now()
  from person p
  where p.id = changed_person and m.person_id = p.id and m.status <> 'removed'
$$;

-- Passkeys are added and removed by several calls; the rows follow each of them.
create function sync_passkey_owner() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform sync_member_rows(case when tg_op = 'DELETE' then old.person_id else new.person_id end);
  return null;
end $$;
alter function sync_passkey_owner() owner to portal_reader;
revoke all on function sync_passkey_owner() from public;

create trigger sync_passkey_owner after insert or delete on passkey for each row
  execute function sync_passkey_owner();

-- Only the members who have a passkey and no authenticator app.
update membership m set two_factor_enabled = true
where not m.two_factor_enabled and m.status <> 'removed'
  and exists (select from passkey k where k.person_id = m.person_id);
