set local lock_timeout = '2s';

-- Notice of the end of the contract. When it ends, the organization can only be read, and 30 days later it is erased.
alter table organization
  add column notice_given_at timestamptz,
  add column notice_given_by uuid,
  add column contract_ends_at timestamptz;

-- For the certificate: who gave notice, when, and the end of the contract.
alter table organization_erasure add column notice jsonb;
