import { useQuery } from "@tanstack/react-query";
import type { ListedUser } from "../users.api.ts";
import { userSecurityQuery } from "../security/person-security.api.ts";
import { useCanUnlock } from "./person-menu.tsx";

type Subject = Pick<ListedUser, "id"> & Parameters<ReturnType<typeof useCanUnlock>>[0];

/**
 * Returns whether to offer unlocking a person. For a locked person the server also knows their other organizations and
 * permissions, and may refuse it. Until it has answered, the rules of the list apply.
 */
export function useOffersUnlock(
  organizationId: string,
  user: Subject | null,
): "offered" | "refused" | "not_applicable" {
  const canUnlock = useCanUnlock();
  const isLocked = user !== null && canUnlock(user);
  const { data } = useQuery({ ...userSecurityQuery(organizationId, user?.id ?? ""), enabled: isLocked });
  if (!isLocked) return "not_applicable";
  return data === undefined || data.allowedActions.includes("unlock") ? "offered" : "refused";
}
