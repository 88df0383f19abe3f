set local lock_timeout = '2s';

-- The counts of evidence folders name onboardings and offboardings as the glossary does.
update evidence_folder
set sections = replace(
  replace(sections::text, '"id": "joinings"', '"id": "onboardings"'),
  '"id": "leavings"', '"id": "offboardings"')::jsonb
where sections @> '[{"id": "joinings"}]' or sections @> '[{"id": "leavings"}]';
