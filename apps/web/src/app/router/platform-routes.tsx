import { createRoute } from "@tanstack/react-router";
import { tenantTabSearch } from "../pages/tenants/tenant-tabs.ts";
import { createPlatformLoader } from "./page-loader.ts";
import { routeTable } from "./route-table.ts";
import { screen } from "./screen.ts";
import { asText } from "./search-text.ts";
import { signedIn } from "./signed-in-route.tsx";

const organizations = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.organizations,
    async () => (await import("../pages/organizations-route.tsx")).OrganizationsRoute,
  ),
  loader: createPlatformLoader(
    async () => (await import("../pages/organizations-route.tsx")).startOrganizationsData,
  ),
  validateSearch: asText,
});

const tenantManagement = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.tenantManagement,
    async () => (await import("../pages/tenants/tenants-route.tsx")).TenantsRoute,
  ),
  loader: createPlatformLoader(
    async () => (await import("../pages/tenants/tenants-route.tsx")).startTenantsData,
  ),
  validateSearch: asText,
});

const tenantBilling = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.tenantBilling,
    async () => (await import("../pages/invoices/invoicing-route.tsx")).InvoicingRoute,
  ),
  loader: createPlatformLoader(
    async () => (await import("../pages/invoices/invoicing-route.tsx")).startInvoicingData,
  ),
  validateSearch: asText,
});

const tenantInvoice = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.tenantInvoice,
    async () => (await import("../pages/invoices/invoice-route.tsx")).InvoiceRoute,
  ),
});

const tenant = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.tenant, async () => (await import("../pages/tenants/tenant-route.tsx")).TenantRoute),
  validateSearch: tenantTabSearch,
});

const admin = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.admin, async () => (await import("../pages/admin/admin-route.tsx")).AdminRoute),
  loader: createPlatformLoader(async () => (await import("../pages/admin/admin-route.tsx")).startAdminData),
  validateSearch: asText,
});

const clientTokens = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.clientTokens,
    async () => (await import("../pages/client-tokens-route.tsx")).ClientTokensRoute,
  ),
  loader: createPlatformLoader(
    async () => (await import("../pages/client-tokens-route.tsx")).startClientTokensData,
  ),
  validateSearch: asText,
});

const aiProviders = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.aiProviders,
    async () => (await import("../pages/ai-providers-route.tsx")).AiProvidersRoute,
  ),
  loader: createPlatformLoader(
    async () => (await import("../pages/ai-providers-route.tsx")).startAiProvidersData,
  ),
  validateSearch: (search: Record<string, unknown>): { provider?: string } =>
    typeof search["provider"] === "string" ? { provider: search["provider"] } : {},
});

const superadminProfile = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.superadminProfile,
    async () => (await import("../pages/profile/superadmin-profile-page.tsx")).SuperadminProfilePage,
  ),
  loader: createPlatformLoader(
    async () => (await import("../pages/profile/superadmin-profile-page.tsx")).startSuperadminProfileData,
  ),
});

/** The pages of the platform, which show no selected organization. */
export const platformRoutes = [
  organizations,
  tenantManagement,
  tenantBilling,
  tenantInvoice,
  tenant,
  admin,
  clientTokens,
  aiProviders,
  superadminProfile,
] as const;
