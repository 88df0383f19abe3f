import type { IdentityDb } from "../platform/db/handles.ts";
import type { MembershipRow } from "./membership-rules.ts";

/** A person to whom a sign-in name may belong. */
export type LoginCandidate = {
  person_id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  password_hash: string | null;
  platform_role: "super_admin" | "admin" | null;
  must_change_password: boolean;
  deactivated_at: Date | null;
  is_demo: boolean;
  two_factor_enabled: boolean;
  has_passkey: boolean;
  last_organization_id: string | null;
  memberships: MembershipRow[];
};

/** Returns a person with everything that a sign-in needs. */
export async function findSignInPerson(
  db: IdentityDb,
  personId: string,
): Promise<LoginCandidate | undefined> {
  const [row] = await db.call<LoginCandidate>(
    "find-sign-in-person",
    "select * from find_sign_in_person($1)",
    [personId],
  );
  return row;
}
