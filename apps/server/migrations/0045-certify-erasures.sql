set local lock_timeout = '2s';

-- The proof that an organization was erased. Its name is kept for the certificate alone.
alter table organization_erasure
  add column organization_name text,
  add column practice_code text,
  -- Name, address and language of the last administrators, for the mail with the certificate; null 30 days later.
  add column recipients jsonb,
  -- A PDF file; null until everything is erased.
  add column certificate bytea,
  add column certified_at timestamptz;
