-- transaction: none
-- The staff board of a practice: what is planned or has open items.
create index concurrently if not exists staff_change_open on staff_change (organization_id, takes_effect_at)
  where state <> 'cancelled' and (completed_at is null or state = 'planned');
