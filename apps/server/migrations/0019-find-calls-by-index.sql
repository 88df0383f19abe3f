-- Rows of ai_call come and go with each call. A plan that was made while there were few of them reads the whole table;
-- a session that keeps it reads all that have gone since, and each call costs more than the one before until the next
-- vacuum.
alter function ai_settle(uuid, json) set enable_seqscan = off;
alter table ai_call set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
