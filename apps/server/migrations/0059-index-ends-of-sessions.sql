-- transaction: none
-- The condition under which old sessions are deleted, so that the deletion does not read all of them.
create index concurrently if not exists session_end on session ((coalesce(ended_at, absolute_expires_at)));
