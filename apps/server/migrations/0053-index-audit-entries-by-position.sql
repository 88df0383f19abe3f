-- transaction: none
-- Of a partitioned table, only constraints with the partition key can be unique: this index replaces the primary key.
create index concurrently if not exists audit_entry_position on audit_entry (organization_id, seq);
