import { useTranslations } from "use-intl";
import { UsersPage } from "../../features/users/users-page.tsx";
import { PracticeGate } from "./practice-gate.tsx";
import { useTell } from "./use-tell.ts";

/** /users: the people of the practice of this tab. */
export function UsersRoute() {
  const t = useTranslations("users");
  const tell = useTell();
  return (
    <PracticeGate title={t("title")}>
      {(organizationId) => <UsersPage organizationId={organizationId} tell={tell} />}
    </PracticeGate>
  );
}
