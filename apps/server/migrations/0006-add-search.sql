-- Lists and searches that stay fast with a million people. What is measured, and why each index is there, stands in
-- docs/decisions (search and lists).

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- How many people a practice has who were not removed: totals of lists without counting their rows.
create table organization_size (
  organization_id uuid primary key references organization (organization_id) on delete cascade,
  members integer not null check (members >= 0)
);
insert into organization_size (organization_id, members)
select organization_id, count(*) from membership where status <> 'removed' group by organization_id;
grant select, insert, update on organization_size to portal_app, portal_platform;

create function count_members_in() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into organization_size (organization_id, members)
  select organization_id, count(*) from added where status <> 'removed' group by organization_id
  order by organization_id
  on conflict (organization_id) do update set members = organization_size.members + excluded.members;
  return null;
end $$;
create function count_members_out() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  update organization_size s set members = s.members - gone.members
  from (select organization_id, count(*) as members from deleted where status <> 'removed' group by organization_id)
    as gone
  where s.organization_id = gone.organization_id;
  return null;
end $$;
create function count_members_change() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  update organization_size set members = members + case when new.status = 'removed' then -1 else 1 end
  where organization_id = new.organization_id;
  return null;
end $$;
revoke all on function count_members_in(), count_members_out(), count_members_change() from public;
create trigger count_members_in after insert on membership referencing new table as added
  for each statement execute function count_members_in();
create trigger count_members_out after delete on membership referencing old table as deleted
  for each statement execute function count_members_out();
-- Only leaving and coming back change the number: a sign-in, which changes her row too, does not get here.
create trigger count_members_change after update of status on membership for each row
  when ((old.status = 'removed') <> (new.status = 'removed')) execute function count_members_change();

-- A sign-in changes its member's row. It stays on its page and leaves every index alone as long as there is room and
-- no index knows a changed column: last_login_at and failed_login_attempts must stay out of all of them. The list
-- below answers without the rows only where vacuum has been lately.
alter table membership set (
  fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02
);

-- Everything a practice's list sorts, filters and searches by, in the order of names: one scan of this index counts,
-- filters and numbers its people, and only the twenty that are shown are read.
drop index membership_last_name;
create index membership_list on membership
  (organization_id, last_name collate "de-x-icu", first_name collate "de-x-icu", person_id)
  include (id, username, email, role, department, status, created_at, blocked_at, locked_until, valid_until,
    search_text)
  where status <> 'removed';

-- Lists over all practices, an order each; within the same value by person, which is by time of creation. The first
-- answers searches whose words are too short or too frequent for trigrams, at half the cost of the table.
create index membership_all_last_name on membership
  (last_name collate "de-x-icu", first_name collate "de-x-icu", person_id, organization_id)
  include (search_text) where status <> 'removed';
create index membership_all_first_name on membership
  (first_name collate "de-x-icu", last_name collate "de-x-icu", person_id, organization_id)
  where status <> 'removed';
create index membership_all_username on membership (username collate "de-x-icu", person_id, organization_id)
  where status <> 'removed';
create index membership_all_email on membership (email, person_id, organization_id) where status <> 'removed';
create index membership_all_role on membership (role, person_id, organization_id) where status <> 'removed';
create index membership_all_department on membership
  (department collate "de-x-icu", person_id, organization_id) where status <> 'removed';
create index membership_all_status on membership (status, person_id, organization_id)
  include (blocked_at, locked_until) where status <> 'removed';
create index membership_all_created on membership (created_at, person_id, organization_id)
  where status <> 'removed';

-- Without a list of changes to be merged in later: adding somebody costs what it costs, and no search pays for it.
create index membership_search on membership using gin (organization_id, search_text gin_trgm_ops)
  with (fastupdate = off) where status <> 'removed';

grant select (organization_id, person_id, status, search_text) on membership to portal_search;

-- The people of the bound practice in whose names, address or user name every pattern is found; nobody without a
-- binding. Under row-level security an operator on texts may not choose rows before the policy has, which keeps it
-- from every index; so this runs as a role that every policy lets pass and that can only read these columns, and
-- filters by practice itself. Give the longest pattern first: it looks up the trigrams. Whoever asks gets ids, no
-- more: the rows are read under the policy of the caller.
create function search_members(patterns text[]) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 200
as $$
declare
  practice constant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  wanted constant text[] := array(
    select lower(pattern) from unnest(patterns) with ordinality as given (pattern, place) order by place);
begin
  if practice is null or cardinality(wanted) = 0 then
    return;
  elsif wanted[1] !~ '[[:alnum:]]{3}' then
    -- Too short for trigrams.
    return query select m.person_id from membership m
      where m.organization_id = practice and m.status <> 'removed' and m.search_text like all (wanted);
  else
    return query select m.person_id from membership m
      where m.organization_id = practice and m.status <> 'removed'
        and m.search_text like wanted[1] and m.search_text like all (wanted);
  end if;
end $$;
alter function search_members(text[]) owner to portal_search;
revoke all on function search_members(text[]) from public;
grant execute on function search_members(text[]) to portal_app;
