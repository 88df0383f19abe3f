import type { LucideIcon } from "lucide-react";
import Pencil from "lucide-react/icons/pencil";
import Tag from "lucide-react/icons/tag";
import type { AppliedLimits } from "./tenants.api.ts";

/** Icons for the source of a limit's value. */
export const sourceIcons: Readonly<Record<AppliedLimits["sources"]["maxUsers"], LucideIcon>> = {
  plan: Tag,
  override: Pencil,
};
