/** A group of the bundler: modules that match, with everything they need and no group of higher priority has. */
type ChunkGroup = {
  name: string;
  priority: number;
  test: RegExp;
  minShareCount?: number;
};

const anyOf = (...patterns: string[]) => new RegExp(patterns.join("|"));

/**
 * The files of the web app. What pages share stays in few lasting files, made along the way on which somebody
 * arrives: the frame with the login page, the router, the shell behind the login, and what opens over a page. Left to
 * itself the bundler makes a file of every combination of pages, most of them of half a kilobyte, which compress
 * badly and each cost a request. Groups take their dependencies along: files that import each other in a circle would
 * run before their parts are there.
 */
export const chunkGroups: ChunkGroup[] = [
  { name: "react", priority: 9, test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    // Everything before signing in; none of it may import Base UI.
    name: "frame",
    priority: 8,
    test: anyOf(
      "/src/app/(start-portal|crash-boundary)\\.tsx?$",
      "/src/platform/(theme|storage|app-state|analytics)/[^/]+\\.tsx?$",
      // Nobody streams or uploads before signing in.
      "/src/platform/api-client/(?!call-stream|call-upload|read-events)[^/]+\\.ts$",
      "/src/platform/session/(?!session-warning-dialog|use-session-warning|use-link-token)[^/]+\\.tsx?$",
      "/src/platform/i18n/(store|i18n-provider)\\.tsx?$",
      "/src/app/router/(route-table|safe-redirect)\\.ts$",
      // The last net under everything, the login page included.
      "/src/app/(crash-boundary|pages/failed-page)\\.tsx$",
      "/src/app/shell/(global-error-box|root-classes)\\.tsx?$",
      "/src/ui/(loading-overlay|button|field|text-input|password-input|checkbox|native-select|message-box|segmented-control|logo|brand-arches|link-style)\\.tsx?$",
      "/src/features/auth/auth\\.api\\.ts$",
      // Icons of the login page that others show as well.
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
    // Notifications are kept and settings loaded from the beginning, also before signing in.
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
      "/src/ui/(page-head|card|skeleton|error-state|empty-state|status-badge|tabs|avatar|menu|popover|icon-button|meter)\\.tsx$",
    ),
  },
  {
    name: "shell",
    priority: 5,
    test: anyOf(
      "/src/app/shell/shell\\.tsx$",
      "/src/app/providers/(query-client|use-practice-region|use-live-data)\\.ts$",
      "/src/platform/realtime/use-realtime\\.ts$",
      "/src/app/pages/(practice-gate|use-tell)\\.tsx?$",
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
      "/src/ui/(opened-menu|opened-popover|dialog|drawer|select)\\.tsx$",
    ),
  },
  {
    // What lists say of countries must not bring the schemas, which know the same rules, along.
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
    // What every list is made of. The people of a practice have most of it, and whoever shows another list, or one of
    // these icons, would load all of them.
    name: "lists",
    priority: 3,
    test: anyOf(
      "/src/ui/(data-table|radio-group|chip|filter-options|pagination|page-numbers|search-field|keyset-paging|selection-bar)\\.tsx?$",
      "/lucide-react/dist/esm/icons/(ellipsis|arrow-down|arrow-up|arrow-left|search-x|search|x|plus|list-filter|funnel|chevron-left|chevron-down)\\.mjs$",
    ),
  },
  { name: "people", priority: 2, test: /\/src\/features\/users\/(?!email)[^/]+\.tsx?$/, minShareCount: 2 },
];
