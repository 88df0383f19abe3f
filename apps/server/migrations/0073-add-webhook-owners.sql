set local lock_timeout = '2s';

-- Who is responsible for a webhook: the member who created it or took it over. Null for older webhooks, and after the
-- owner left without handing it over.
alter table webhook add column owner_id uuid;

-- What happens to the webhooks of a member who leaves; null if they own none.
alter table staff_change add column webhooks text check (webhooks in ('handOver', 'disable'));
