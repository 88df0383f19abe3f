set local lock_timeout = '2s';

alter table audit_entry validate constraint audit_entry_bound;
alter table ai_usage_event validate constraint ai_usage_event_bound;
