/** Id of an organization, or null for data of the platform. */
export type Scope = string | null;

/**
 * Keys of the data of one organization. All begin with `one(id)`, so that a single invalidation covers everything
 * that a change could affect.
 */
export const organizationKeys = {
  all: ["organizations"] as const,
  /** Pages of the list of organizations. */
  lists: ["organizations", "lists"] as const,
  /** Organizations in the switcher, on every page. */
  names: ["organizations", "names"] as const,
  one: (id: Scope) => ["organizations", id] as const,
  details: (id: Scope) => ["organizations", id, "details"] as const,
  emergencyCode: (id: Scope) => ["organizations", id, "emergency-code"] as const,
  logo: (id: Scope) => ["organizations", id, "logo"] as const,
  statistics: (id: Scope) => ["organizations", id, "statistics"] as const,
  licenses: (id: Scope) => ["organizations", id, "licenses"] as const,
  operations: (id: Scope) => ["organizations", id, "operations"] as const,
  audit: (id: Scope) => ["organizations", id, "audit"] as const,
  departments: (id: Scope) => ["organizations", id, "departments"] as const,
  sites: (id: Scope) => ["organizations", id, "sites"] as const,
  invoices: (id: Scope) => ["organizations", id, "invoices"] as const,
  webhooks: (id: Scope) => ["organizations", id, "webhooks"] as const,
  reviews: (id: Scope) => ["organizations", id, "reviews"] as const,
  evidence: (id: Scope) => ["organizations", id, "evidence"] as const,
  workstations: (id: Scope) => ["organizations", id, "workstations"] as const,
};

/**
 * Keys of the plans, limits and usage of tenants. Each part has its own key, because an event affects only a few
 * parts. The id of a tenant follows the key.
 */
export const tenantKeys = {
  all: ["tenants"] as const,
  statistics: ["tenants", "statistics"] as const,
  overview: ["tenants", "overview"] as const,
  lists: ["tenants", "lists"] as const,
  plans: ["tenants", "plans"] as const,
  details: ["tenants", "details"] as const,
  limits: ["tenants", "limits"] as const,
  usage: ["tenants", "usage"] as const,
  /** Seats that a tenant uses, without its limits. Tokens and files have the values of the last read. */
  use: ["tenants", "use"] as const,
  billing: ["tenants", "billing"] as const,
  /** An organization with its limits and billing profile, as /billing shows it. */
  account: ["tenants", "account"] as const,
  cloudSync: ["tenants", "cloud-sync"] as const,
  provisioning: ["tenants", "provisioning"] as const,
};
