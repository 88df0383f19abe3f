import { roles, type Role } from "@praxisportal/contract/roles";

/** Whether a text is a role in its canonical spelling, the only one that has a label. */
export function isRole(text: string): text is Role {
  return roles.some((role) => role === text);
}
