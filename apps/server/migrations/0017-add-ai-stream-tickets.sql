-- A prompt that waits for its stream: a ticket is used once, within a minute, by the session that asked for it. What
-- opens the prompt is the ticket itself, of which only the hash stands here.
create table ai_stream_ticket (
  token_hash bytea primary key,
  -- Of the session, or of the token of an application.
  session_id uuid not null,
  -- Not named like the column of the tables of practices: a ticket is found before its practice is known.
  practice_id uuid not null references organization (organization_id) on delete cascade,
  sealed_prompt bytea not null,
  expires_at timestamptz not null
);
create index ai_stream_ticket_expiry on ai_stream_ticket (expires_at);
create index ai_stream_ticket_practice on ai_stream_ticket (practice_id);
grant select, insert, delete on ai_stream_ticket to portal_app;
grant select, insert, update, delete on ai_stream_ticket to portal_platform;
