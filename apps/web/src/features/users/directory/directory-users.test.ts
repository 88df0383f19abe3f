import { knownPermissions } from "@praxisportal/contract/permissions";
import type { Me } from "@praxisportal/contract/users/users.schema";
import { expect, it } from "vitest";
import { sessionCanViewSecurity } from "../use-can-view-security.ts";

it("see R0-263 exactly four permissions open the list of people instead of the directory", () => {
  const userWith = (permissions: readonly string[]) =>
    ({ role: { type: "viewer", permissions } }) as unknown as Me;
  const opening = knownPermissions.filter(
    (permission) => !permission.endsWith(":*") && sessionCanViewSecurity({ user: userWith([permission]) }),
  );
  expect(opening.toSorted()).toEqual(["audit:read", "security:read", "users:manage", "users:write"]);
  expect(sessionCanViewSecurity({ user: userWith([]) })).toBe(false);
  expect(sessionCanViewSecurity({ user: null })).toBe(false);
});
