set local lock_timeout = '2s';

-- The choice for each webhook of a member who leaves. Null if they own none, and for offboardings planned by an earlier
-- version, which stored one choice for all webhooks in `webhooks`.
alter table staff_change add column webhook_choices jsonb;

update staff_change c
set webhook_choices = (
  select jsonb_agg(jsonb_build_object('webhookId', w.id, 'choice', c.webhooks, 'ownerId', null) order by w.name, w.id)
  from webhook w
  where w.organization_id = c.organization_id and w.owner_id = c.person_id)
where c.state = 'planned' and c.webhooks is not null;
