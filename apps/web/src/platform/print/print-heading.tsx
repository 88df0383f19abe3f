import { useTranslations } from "use-intl";
import { useFormat } from "../i18n/use-format.ts";
import { useSession } from "../session/session.store.ts";

interface PrintHeadingProps {
  title: string;
  /** True if the page covers all organizations. */
  isPlatform?: boolean;
  /** Description of the contents: filters, period, order. */
  lines: readonly string[];
  /** Time at which the contents were loaded, in ms, or 0 if they were not loaded. */
  loadedAt: number;
}

/**
 * Heading of a printed page with the organization, the title, a description of the contents, and their date. Not
 * visible on screen.
 */
export function PrintHeading({ title, isPlatform = false, lines, loadedAt }: PrintHeadingProps) {
  const common = useTranslations("common");
  const format = useFormat();
  const organization = useSession((session) => session.organization?.name);
  // For a page whose contents were not loaded, the style sheet prints its own heading with the current time.
  if (loadedAt === 0) return null;
  return (
    <div data-print-heading className="mb-4 hidden text-dense print:block">
      <p>{isPlatform ? common("print.platform") : organization}</p>
      <p className="text-title">{title}</p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>{common("print.asOf", { time: format.momentFull(loadedAt) })}</p>
    </div>
  );
}
