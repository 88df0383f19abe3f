import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { sitesQuery } from "../../../entities/site/site.api.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { lazyDialog } from "../../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { type OnboardingTemplate, type TemplateKey, templatesQuery } from "./board.api.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

const TemplateDialog = lazyDialog(
  async () => (await import("./template-dialog.tsx")).TemplateDialog,
  "people",
  "staff",
);

interface TemplatesCardProps {
  organizationId: string;
  onStart: (key: TemplateKey) => void;
}

/** Shows the onboarding templates, with buttons to start an onboarding and to change the template. */
export function TemplatesCard({ organizationId, onStart }: TemplatesCardProps) {
  const t = useTranslations("staff-board");
  const staff = useTranslations("staff");
  const roles = useTranslations("roles");
  const templates = useQuery(templatesQuery(organizationId)).data ?? [];
  const sites = useQuery(sitesQuery(organizationId)).data ?? [];
  const [edited, setEdited] = useKeptState<OnboardingTemplate | undefined>("onboarding-template", undefined);
  const aboutOf = ({ items, role, department, siteId }: OnboardingTemplate) => [
    t("templates.items", { count: items.length }),
    t("templates.role", { role: roles(role) }),
    department,
    sites.find(({ id }) => id === siteId)?.name,
  ];
  if (templates.length === 0) return null;
  return (
    <Card
      flush
      title={t("templates.title")}
      description={t("templates.text", { sites: sites.length > 0 ? "some" : "none" })}
    >
      <ul className="grid gap-px overflow-hidden rounded-b-r-3 bg-line md:grid-cols-2">
        {templates.map((template) => (
          <li key={template.key} className="flex flex-wrap items-center gap-3 bg-surface px-5 py-4">
            <div className="min-w-0 flex-1 basis-56">
              <h3 className="text-dense font-strong text-text">{staff(`templates.${template.key}`)}</h3>
              <p className="text-small break-words text-text-2">
                <Dotted details={aboutOf(template)} />
              </p>
            </div>
            <div className="button-row flex flex-wrap gap-2">
              <WriteButton
                size="small"
                aria-label={t("templates.editNamed", { name: staff(`templates.${template.key}`) })}
                onClick={() => setEdited(template)}
              >
                {t("templates.edit")}
              </WriteButton>
              <WriteButton
                size="small"
                aria-label={t("templates.startNamed", { name: staff(`templates.${template.key}`) })}
                onClick={() => onStart(template.key)}
              >
                {t("templates.start")}
              </WriteButton>
            </div>
          </li>
        ))}
      </ul>
      {edited && (
        <TemplateDialog
          organizationId={organizationId}
          template={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}
