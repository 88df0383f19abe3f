import {
  evidenceRules,
  type EvidenceSectionId,
  evidenceSections,
} from "@praxisportal/contract/evidence/evidence.rules";
import { Link, type LinkProps } from "@tanstack/react-router";
import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock";
import LoaderCircle from "lucide-react/icons/loader-circle";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useLocale, useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { linkClass } from "../../ui/button/link-style.ts";
import { Badge } from "../../ui/label/badge.tsx";
import { StatusBadge } from "../../ui/label/status-badge.tsx";
import { Card } from "../../ui/layout/card.tsx";
import type { EvidenceFolder, EvidenceList, EvidenceSection } from "./evidence.api.ts";
import { Dotted } from "../../ui/label/dotted.tsx";

/** Pages that show the data of a statement. */
const sources = {
  rights: { to: "/users" },
  secondFactor: { to: "/users" },
  restrictedAccounts: { to: "/users" },
  onboardings: { to: "/organization/staff-board" },
  offboardings: { to: "/organization/staff-board" },
  workstations: { to: "/organization/workstations" },
  emergencyCode: { to: "/organization", search: { tab: "security" } },
  aiProviders: { to: "/organization", search: { tab: "ai" } },
  reviews: { to: "/reviews" },
  auditChain: { to: "/audit" },
} as const satisfies Partial<Record<EvidenceSectionId, LinkProps>>;

/** Places where the open points of a statement are solved. */
const solutions = {
  secondFactor: { to: "/users", search: { secondFactor: "missing" } },
  restrictedAccounts: { to: "/users", search: { employment: "external" } },
  onboardings: { to: "/organization/staff-board" },
  offboardings: { to: "/organization/staff-board" },
  workstations: { to: "/organization/workstations", search: { kind: "shared" } },
  emergencyCode: { to: "/organization", search: { tab: "security" } },
  aiProviders: { to: "/organization", search: { tab: "ai" } },
  aiInstructions: { to: "/users", search: { may: "ai.change" } },
  reviews: { to: "/reviews" },
  auditChain: { to: "/audit" },
} as const satisfies Partial<Record<EvidenceSectionId, LinkProps>>;

const isSolvable = (id: EvidenceSectionId): id is keyof typeof solutions => Object.hasOwn(solutions, id);
/** Statements whose open points only the operator can solve. */
const ofOperator: ReadonlySet<EvidenceSectionId> = new Set(["retentionRuns", "restoreTests"]);

/** The abbreviations of a country's rules, explained below the contents. */
const legends = {
  DE: ["annex", "ai"],
  AT: ["telematics", "physicians", "ai"],
  CH: ["dataProtection", "criminalCode"],
} as const satisfies Record<EvidenceList["country"], readonly string[]>;

const columns = "lg:grid lg:grid-cols-[1.5rem_minmax(0,1fr)_9rem_7rem_8rem] lg:gap-x-3";

/** Lists the statements of the newest folder, each with its source, day, covered rules and state. */
export function EvidenceContents({
  country,
  folder,
}: Pick<EvidenceList, "country"> & { folder: EvidenceFolder | undefined }) {
  const t = useTranslations("evidence");
  const ready = folder?.sections ?? [];
  const open = ready.filter((section) => section.open > 0).length;
  return (
    <Card
      flush
      title={t("contents.title")}
      aside={
        ready.length > 0 && (
          <>
            <span className="inline-flex items-center gap-1.5 text-success">
              <CircleCheck size={16} strokeWidth={2} aria-hidden />
              {t("contents.covered", { count: ready.length - open })}
            </span>
            <span className="inline-flex items-center gap-1.5 text-warning">
              <TriangleAlert size={16} strokeWidth={2} aria-hidden />
              {t("contents.open", { count: open })}
            </span>
          </>
        )
      }
      footer={
        <p className="text-small text-text-3">
          <Dotted details={legends[country].map((entry) => t(`legend.${entry}`))} />
        </p>
      }
    >
      <table className="block w-full text-dense">
        <caption className="sr-only">{t("contents.title")}</caption>
        <thead className="hidden border-b border-line bg-surface-2 px-5 py-2.5 text-small font-label text-text-2 lg:block">
          <tr className={columns}>
            {(["number", "statement", "source", "rule", "state"] as const).map((column) => (
              <th key={column} scope="col" className="text-left">
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line">
          {evidenceSections.map((id, index) => (
            <Row
              key={id}
              id={id}
              number={index + 1}
              country={country}
              folder={folder}
              section={ready.find((section) => section.id === id)}
              isNext={folder?.state === "running" && index === ready.length}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

interface RowProps extends Pick<EvidenceList, "country"> {
  id: EvidenceSectionId;
  number: number;
  folder: EvidenceFolder | undefined;
  section: EvidenceSection | undefined;
  isNext: boolean;
}

function Row({ id, number, country, folder, section, isNext }: RowProps) {
  const t = useTranslations("evidence");
  const format = useFormat();
  const language = useLocale().slice(0, 2) as Parameters<typeof evidenceRules>[2];
  const rules = evidenceRules(country, id, language);
  const source: LinkProps | undefined = Object.hasOwn(sources, id)
    ? sources[id as keyof typeof sources]
    : undefined;
  return (
    <tr className={`grid gap-y-1 px-5 py-3 ${columns}`}>
      <td className="text-text-3 tabular-nums max-lg:hidden">{number}</td>
      <td>
        <p className="font-strong text-text">{t(`section.${id}.title`)}</p>
        {section !== undefined && (
          <p className="text-text-2">
            {t(`section.${id}.summary`, {
              total: section.total,
              matching: section.matching,
              open: section.open,
            })}
          </p>
        )}
      </td>
      <td>
        {source === undefined ? (
          <p className="text-text">{t(`section.${id}.source`)}</p>
        ) : (
          <Link {...source} className={linkClass}>
            {t(`section.${id}.source`)}
          </Link>
        )}
        {folder !== undefined && (
          <p className="text-text-2">
            {section === undefined
              ? t("notChecked")
              : t("asOf", { time: format.momentInText(section.checkedAt) })}
          </p>
        )}
      </td>
      <td className="text-text-2">
        {rules.length === 0 ? "–" : rules.map((rule) => <p key={rule}>{rule}</p>)}
      </td>
      <td>
        <State folder={folder} section={section} isNext={isNext} />
        {section !== undefined && section.open > 0 && <Solution id={id} />}
      </td>
    </tr>
  );
}

/** Shows where the open points of a statement are solved, or by whom. */
function Solution({ id }: Pick<RowProps, "id">) {
  const t = useTranslations("evidence");
  if (isSolvable(id)) {
    return (
      <p className="mt-1">
        <Link {...solutions[id]} className={linkClass}>
          {t(`solution.${id}`)}
        </Link>
      </p>
    );
  }
  return ofOperator.has(id) && <p className="mt-1 text-text-2">{t("solution.operator")}</p>;
}

function State({ folder, section, isNext }: Pick<RowProps, "folder" | "section" | "isNext">) {
  const t = useTranslations("evidence");
  if (section !== undefined) {
    return section.open > 0 ? (
      <StatusBadge meaning="warning">{t("state.open")}</StatusBadge>
    ) : (
      <StatusBadge meaning="ok">{t("state.covered")}</StatusBadge>
    );
  }
  if (isNext) {
    return (
      <Badge tone="info" icon={LoaderCircle}>
        {t("state.checking")}
      </Badge>
    );
  }
  return (
    <Badge tone="neutral" icon={Clock}>
      {t(folder === undefined || folder.state === "done" ? "state.none" : "state.waiting")}
    </Badge>
  );
}
