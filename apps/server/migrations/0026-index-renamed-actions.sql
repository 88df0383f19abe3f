-- Renamed audit actions: entries keep the stored name, which the hash chain covers, so both names are indexed.

drop index audit_entry_security;
create index audit_entry_security on audit_entry (occurred_at, action)
  where action in ('auth.refresh_reused', 'token.refresh_reused', 'user.blocked', 'user.two_factor_disabled',
    'user.two_factor_reset', 'user.backup_code_used', 'user.recovery_code_created', 'user.recovery_code_used',
    'user.connections_reset', 'token.organization_revoked', 'organization.suspended',
    'platform.organization_opened', 'user.exported', 'audit.exported', 'user.rescue_code_created',
    'user.rescue_code_used', 'platform.practice_opened');

drop index audit_entry_platform_actor;
create index audit_entry_platform_actor on audit_entry (actor_id, occurred_at desc, seq desc)
  where organization_id = '00000000-0000-0000-0000-000000000000'
    or action in ('platform.organization_opened', 'platform.practice_opened');
