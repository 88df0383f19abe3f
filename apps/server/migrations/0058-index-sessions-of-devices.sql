-- transaction: none
-- Ended sessions too, so that deleting an unused device does not read the sessions of everyone.
create index concurrently if not exists session_of_device on session (device_id);
