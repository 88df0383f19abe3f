set local lock_timeout = '2s';

-- A day code is a recovery code with this purpose: what ends or deletes those of a person ends or deletes it too.
alter table recovery_code drop constraint recovery_code_purpose_check;
alter table recovery_code
  add constraint recovery_code_purpose_check check (purpose in ('password', 'second_factor', 'day')) not valid;

-- The day code that answered the second step of a sign-in. The session ends with it.
alter table session add column day_code_id uuid;
