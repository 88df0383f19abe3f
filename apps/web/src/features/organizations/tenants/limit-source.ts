import type { LucideIcon } from "lucide-react";
import Pencil from "lucide-react/icons/pencil";
import Tag from "lucide-react/icons/tag";
import type { AppliedLimits } from "./tenants.api.ts";

/** The icon of where the value of a limit comes from. */
export const sourceIcons: Readonly<Record<AppliedLimits["sources"]["maxUsers"], LucideIcon>> = {
  plan: Tag,
  override: Pencil,
};
