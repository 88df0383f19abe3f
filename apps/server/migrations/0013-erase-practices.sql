-- A deleted practice is erased when its 30 days are over. Its row stays as an empty one, so that bringing it back can be
-- refused in clear words and its number never means another practice; its log stays whole and names nobody any more.
alter table organization add column erased_at timestamptz;
create index organization_erasable on organization (deleted_at) where status = 'deleted' and erased_at is null;

create function erase_practice_names(erased_organization uuid) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  update audit_name set display = null where organization_id = erased_organization and display is not null
$$;
alter function erase_practice_names(uuid) owner to portal_reader;
revoke all on function erase_practice_names(uuid) from public;
grant execute on function erase_practice_names(uuid) to portal_platform;
