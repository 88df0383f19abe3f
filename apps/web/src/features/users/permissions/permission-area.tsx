import { useTranslations } from "use-intl";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Disclosure } from "../../../ui/layout/disclosure.tsx";
import type people from "../people.de.json";
import type { OfferedArea, OfferedPermission } from "./person-permissions.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

type ActionWord = keyof (typeof people)["actions"];

/** Returns the label of a permission's action. `users:*` grants every action in the area. */
function labelOf(permission: string): ActionWord {
  const action = permission.slice(permission.indexOf(":") + 1);
  return action === "*" ? "all" : (action as ActionWord);
}

export interface PermissionAreaProps extends OfferedArea {
  disabled: boolean;
  onChange: (permission: string, granted: boolean) => void;
}

/** Shows one area: the person's permissions with their sources, and grants. */
export function PermissionArea({ area, permissions, held, disabled, onChange }: PermissionAreaProps) {
  const t = useTranslations("person-permissions");
  const people = useTranslations("people");
  return (
    <Disclosure
      open={held > 0}
      summary={
        <>
          <h4 className="text-dense font-strong text-text">{people(`areas.${area}`)}</h4>
          <span className="ml-auto text-small font-normal text-text-3">
            {t("held", { count: held, total: permissions.length })}
          </span>
        </>
      }
    >
      <fieldset className="grid gap-3 pb-4 pl-6 sm:grid-cols-2">
        <legend className="sr-only">{people(`areas.${area}`)}</legend>
        {permissions.map((offered) => (
          <PermissionRow
            key={offered.permission}
            offered={offered}
            disabled={disabled}
            onChange={(checked) => onChange(offered.permission, checked)}
          />
        ))}
      </fieldset>
    </Disclosure>
  );
}

function PermissionRow({
  offered,
  disabled,
  onChange,
}: {
  offered: OfferedPermission;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}) {
  const t = useTranslations("person-permissions");
  const people = useTranslations("people");
  const { permission, granted, explained, grantable } = offered;
  const others = (explained?.sources ?? []).filter((source) => source !== "grant");
  // A permission from another source cannot be removed here.
  const isGiven = others.length > 0 && !granted;
  const reason = [
    ...(granted ? [people("rights.grant")] : []),
    ...others.map((source) =>
      source === "closure"
        ? people("rights.closure", {
            via: (explained?.via ?? []).map((item) => people(`actions.${labelOf(item)}`)).join(", "),
          })
        : t("fromRole"),
    ),
    ...(!grantable && !isGiven && !granted ? [t("notYours")] : []),
  ];
  return (
    <Checkbox
      label={people(`actions.${labelOf(permission)}`)}
      hint={
        <>
          <span className="block font-mono">{permission}</span>
          {reason.length > 0 && (
            <span className="block text-text-2">
              <Dotted details={reason} />
            </span>
          )}
        </>
      }
      checked={granted || isGiven}
      disabled={disabled || isGiven || (!granted && !grantable)}
      onChange={onChange}
    />
  );
}
