-- The log by time, by who acted and by whom or what it was about; what did not succeed is rare and has its own.
create index audit_entry_time on audit_entry (organization_id, occurred_at, seq);
create index audit_entry_actor on audit_entry (organization_id, actor_id, occurred_at, seq) where actor_id is not null;
create index audit_entry_target on audit_entry (organization_id, target_id, occurred_at, seq)
  where target_id is not null;
create index audit_entry_refused on audit_entry (organization_id, outcome, occurred_at, seq) where outcome <> 'success';
-- Most entries are about people: those about other things are found by their kind. A column of its own, because row-level
-- security lets no index look into the record.
alter table audit_entry add column target_type text generated always as (record #>> '{target,type}') stored;
create index audit_entry_object on audit_entry (organization_id, target_type, occurred_at, seq)
  where target_type <> 'user';

-- Erasing a person empties her names in the logs of all practices; the digests stay, and with them the chains. No role
-- of the portal may change a name otherwise.
create index audit_name_erasable on audit_name (person_id) where display is not null;
create function erase_audit_names(erased_person uuid) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  update audit_name set display = null where person_id = erased_person and display is not null
$$;
grant select, update (display) on audit_name to portal_reader;
alter function erase_audit_names(uuid) owner to portal_reader;
revoke all on function erase_audit_names(uuid) from public;
grant execute on function erase_audit_names(uuid) to portal_app, portal_platform;
