set local lock_timeout = '2s';

-- The prompts of the specified GET are part of the URL, which browsers and proxies store. A practice has to allow this.
alter table ai_policy alter column allows_prompt_in_address set default false;
