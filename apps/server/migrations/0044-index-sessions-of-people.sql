-- transaction: none
-- Ended sessions too, so that erasing a person does not read the sessions of everyone.
create index concurrently if not exists session_of_person on session (person_id);
