import { roles, type Role } from "@praxisportal/contract/roles";

/** Returns whether the text is a role in canonical spelling. Only those have a label. */
export function isRole(text: string): text is Role {
  return roles.some((role) => role === text);
}
