set local lock_timeout = '2s';

-- Evidence folders of an organization. The files are deleted after a day; the row with its hashes remains.
create table evidence_folder (
  organization_id uuid not null references organization (organization_id) on delete cascade,
  id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  years integer not null check (years between 1 and 3),
  -- The language of the files: that of the page that asked for them.
  language text not null,
  requested_by uuid not null,
  requested_at timestamptz not null,
  -- Another process takes over the making when the lease has ended.
  run_id uuid,
  leased_until timestamptz,
  -- The statements that are ready, as counts.
  sections jsonb not null default '[]',
  finished_at timestamptz,
  expires_at timestamptz,
  pdf bytea,
  pdf_bytes integer,
  pdf_sha256 text,
  zip bytea,
  zip_bytes integer,
  zip_sha256 text,
  primary key (organization_id, id),
  check (state <> 'done' or (expires_at is not null and pdf_sha256 is not null and zip_sha256 is not null))
);
create unique index evidence_folder_open on evidence_folder (organization_id) where state in ('queued', 'running');
create index evidence_folder_expiry on evidence_folder (expires_at) where pdf is not null;
create index evidence_folder_time on evidence_folder (requested_at);
grant select, insert, update on evidence_folder to portal_app;
grant select, update, delete on evidence_folder to portal_platform;
