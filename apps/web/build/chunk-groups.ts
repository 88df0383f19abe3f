/**
 * A chunk group of the bundler: matching modules with all their dependencies that no group of higher priority
 * contains.
 */
type ChunkGroup = {
  name: string;
  priority: number;
  test: RegExp;
  minShareCount?: number;
};

const anyOf = (...patterns: string[]) => new RegExp(patterns.join("|"));

/**
 * The chunks of the web app. Code shared by pages is kept in a few stable chunks that follow the user's path:
 * the entry with the login page, the router, the layout for signed-in users, and overlays. By default the
 * bundler creates a chunk for every combination of pages, most of them half a kilobyte, which compress badly
 * and each cost a request. Groups include their dependencies: chunks that import each other in a cycle would
 * run before their imports are initialized.
 */
export const chunkGroups: ChunkGroup[] = [
  { name: "react", priority: 9, test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    // Everything before sign-in; none of it may import Base UI.
    name: "frame",
    priority: 8,
    test: anyOf(
      "/src/app/(start-portal|crash-boundary)\\.tsx?$",
      "/src/platform/(theme|storage|app-state|analytics)/[^/]+\\.tsx?$",
      // Streams and uploads are not used before sign-in.
      "/src/platform/api-client/(?!call-stream|call-upload|read-events)[^/]+\\.ts$",
      "/src/platform/session/(?!session-warning-dialog|use-session-warning|use-link-token)[^/]+\\.tsx?$",
      "/src/platform/i18n/(store|i18n-provider|load-messages|text-sets)\\.tsx?$",
      "/src/app/router/(fixed-paths|safe-redirect)\\.ts$",
      // The root error boundary, used on every page including login.
      "/src/app/(crash-boundary|pages/failed-page)\\.tsx$",
      "/src/app/shell/(global-error-box|root-classes)\\.tsx?$",
      "/src/ui/(loading-overlay|button|field|text-input|password-input|checkbox|native-select|message-box|segmented-control|logo|brand-arches|link-style)\\.tsx?$",
      "/src/features/auth/auth\\.api\\.ts$",
      // Icons of the login page that are also used elsewhere.
      "/lucide-react/dist/esm/icons/(sun|moon|monitor|globe|users|shield-check|scroll-text|building-complex|loader-circle|chevron-right)\\.mjs$",
      "vite/preload-helper",
    ),
  },
  { name: "login", priority: 7, test: /\/src\/features\/auth\/login-page\.tsx$/ },
  {
    name: "router",
    priority: 6,
    test: anyOf(
      "/node_modules/@tanstack/react-router/",
      "/node_modules/@base-ui/react/csp-provider/",
      "/src/app/router/(router|lazy-page)\\.tsx?$",
    ),
  },
  {
    // Notifications are stored and settings loaded from the start, even before sign-in.
    name: "start",
    priority: 6,
    test: anyOf(
      "/src/features/notifications/notifications\\.(store|actions)\\.ts$",
      "/src/platform/realtime/realtime-events\\.ts$",
    ),
  },
  {
    name: "ui",
    priority: 6,
    test: anyOf(
      "/src/platform/i18n/use-format\\.ts$",
      "/src/ui/(page-header|card|skeleton|error-state|empty-state|status-badge|tabs|avatar|menu|popover|icon-button|meter)\\.tsx$",
    ),
  },
  {
    name: "shell",
    priority: 5,
    test: anyOf(
      "/src/app/shell/shell\\.tsx$",
      "/src/app/providers/(query-client|use-organization-region|use-live-data)\\.ts$",
      "/src/platform/realtime/use-realtime\\.ts$",
      "/src/app/pages/(organization-gate|use-notify)\\.tsx?$",
      "/src/platform/navigation/",
      "/src/features/users/(users\\.api|is-role)\\.ts$",
      "/lucide-react/dist/esm/icons/(user-plus|key-round|settings|download)\\.mjs$",
    ),
  },
  {
    name: "popups",
    priority: 4,
    test: anyOf(
      "/node_modules/@base-ui/",
      "/node_modules/@floating-ui/",
      "/src/ui/(menu-popup|popover-popup|dialog|drawer|select)\\.tsx$",
    ),
  },
  {
    // Lists need the country rules but must not pull in the schemas, which use them as well.
    name: "rules",
    priority: 4,
    test: /\/packages\/contract\/src\/sites\/site-number\.rules\.ts$/,
  },
  {
    name: "forms",
    priority: 3,
    test: anyOf(
      "/node_modules/zod/",
      "/src/platform/validation/[^/]+\\.ts$",
      "/packages/contract/src/.*\\.schema\\.ts$",
    ),
  },
  {
    // The list kit, without what only some lists or a click need.
    name: "lists",
    priority: 3,
    test: anyOf(
      "/src/platform/list/(?!use-whole-list|saved-views\\.|filter-sheet)[^/]+\\.tsx?$",
      "/src/ui/list/[^/]+\\.tsx?$",
      "/src/ui/(data-table|radio-group|chip|pagination|page-numbers|search-field|keyset-paging|selection-bar|highlight|use-media)\\.tsx?$",
      "/lucide-react/dist/esm/icons/(ellipsis|arrow-down|arrow-up|arrow-left|search-x|search|x|plus|list-filter|funnel|chevron-left|chevron-down|columns-3|bookmark|lock)\\.mjs$",
    ),
  },
  {
    // Only for lists that the browser searches and sorts.
    name: "whole-lists",
    priority: 2,
    test: anyOf(
      "/src/platform/list/use-whole-list\\.ts$",
      "/node_modules/@tanstack/(react-table|table-core)/",
    ),
  },
  { name: "people", priority: 2, test: /\/src\/features\/users\/(?!email)[^/]+\.tsx?$/, minShareCount: 2 },
];
