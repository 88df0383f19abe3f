-- transaction: none
-- Checklists of all practices whose owner is not reminded yet, by the day that they are due.
create index concurrently if not exists staff_change_unreminded on staff_change (takes_effect_at)
  where state <> 'cancelled' and completed_at is null and reminded_at is null;
