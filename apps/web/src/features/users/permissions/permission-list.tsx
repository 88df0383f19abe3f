/** Permissions by their technical names, as in the audit log and other applications. */
export function PermissionList({ title, permissions }: { title?: string; permissions: readonly string[] }) {
  return (
    <div>
      {title !== undefined && <h3 className="mb-1 text-dense font-label text-text">{title}</h3>}
      <ul className="flex flex-wrap gap-1">
        {permissions.map((permission) => (
          <li
            key={permission}
            className="rounded-r-2 bg-surface-3 px-1.5 py-0.5 font-mono text-small text-text-2"
          >
            {permission}
          </li>
        ))}
      </ul>
    </div>
  );
}
