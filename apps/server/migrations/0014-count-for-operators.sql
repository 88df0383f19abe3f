-- What the operator's overview counts over all practices is rare in each of them, and has an index of its own.

-- Refused sign-ins, by time.
create index audit_entry_refused_sign_in on audit_entry (occurred_at) where action = 'auth.login' and outcome <> 'success';

-- What was done to somebody's access: the same actions as in tenants.schema.ts; a test compares them.
create index audit_entry_security on audit_entry (occurred_at, action)
  where action in ('auth.refresh_reused', 'token.refresh_reused', 'user.blocked', 'user.two_factor_disabled',
    'user.two_factor_reset', 'user.backup_code_used', 'user.rescue_code_created', 'user.rescue_code_used',
    'user.connections_reset', 'token.organization_revoked', 'organization.suspended', 'platform.practice_opened',
    'user.exported', 'audit.exported');

-- Who does not simply work: everybody else follows from the sizes of the practices.
create index membership_not_at_work on membership (organization_id, status) include (blocked_at, locked_until)
  where status in ('pending', 'deactivated')
    or (status = 'active' and (blocked_at is not null or locked_until is not null));
