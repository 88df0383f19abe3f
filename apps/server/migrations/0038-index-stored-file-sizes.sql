-- transaction: none
-- The size of all files of an organization, without reading the files.
create index concurrently if not exists stored_file_size on stored_file (organization_id) include (bytes);
