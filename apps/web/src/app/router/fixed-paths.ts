/**
 * Paths fixed by the specification. `home` redirects to the dashboard, `twoFactorSetup` to its page below the profile.
 */
export const fixedPaths = {
  login: "/login",
  dashboard: "/dashboard",
  home: "/",
  passwordReset: "/password-reset",
  twoFactorSetup: "/2fa-setup",
} as const;
