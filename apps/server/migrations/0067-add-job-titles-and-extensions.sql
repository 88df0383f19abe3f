set local lock_timeout = '2s';

-- What a member does in the practice ("Funktion"), which grants nothing, and their telephone extension.
alter table membership
  add column job_title text check (length(job_title) between 1 and 100),
  add column extension text check (length(extension) between 1 and 20);
