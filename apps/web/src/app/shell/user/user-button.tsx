import type { User } from "@praxisportal/contract/users/users.schema";
import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps } from "react";
import { useTranslations } from "use-intl";
import { initialsOf, nameOf } from "../../../entities/person/person-name.ts";
import { Avatar } from "../../../ui/label/avatar.tsx";

export interface UserButtonProps extends Omit<ComponentProps<"button">, "type" | "className"> {
  user: Pick<User, "id" | "personalInfo">;
}

/** Shows the user's initials ("Kürzel") at the right end of the top bar. Opens the user menu. */
export function UserButton({ user, ...attributes }: UserButtonProps) {
  const t = useTranslations("shell");
  return (
    <button
      {...attributes}
      type="button"
      className="flex min-h-11 items-center gap-2 rounded-r-3 px-1.5 text-text-2 hover:bg-surface-2 hover:text-text md:min-h-9"
    >
      <Avatar id={user.id} initials={initialsOf(user)} />
      <span className="sr-only">{t("user.menu", { name: nameOf(user) })}</span>
      <ChevronDown size={16} strokeWidth={2} className="max-md:hidden" aria-hidden />
    </button>
  );
}
