import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import LockOpen from "lucide-react/icons/lock-open";
import { useTranslations } from "use-intl";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import type { PersonAction } from "../person/person-actions.tsx";
import { useCanUnlock } from "../person/person-menu.tsx";
import { nameOf } from "../../../entities/person/person-name.ts";

/** Button next to the status of a locked account, because unlocking is often urgent at the front desk. */
export function UnlockButton({
  user,
  onStart,
}: {
  user: ListedUser;
  onStart: (action: PersonAction, user: ListedUser) => void;
}) {
  const t = useTranslations("people");
  const canUnlock = useCanUnlock();
  if (!canUnlock(user)) return null;
  return (
    <WriteButton
      size="small"
      className="print:hidden"
      icon={LockOpen}
      aria-label={t("menu.unlockOf", { name: nameOf(user) })}
      onClick={() => onStart("unlock", user)}
    >
      {t("menu.unlock")}
    </WriteButton>
  );
}
