import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { NativeSelect } from "../form/native-select.tsx";
import { pageNumbers } from "./page-numbers.ts";

export interface PaginationProps {
  /** Accessible name of the navigation. */
  label: string;
  /** The range and the total, for example "1–20 von 46". */
  range: ReactNode;
  page: number;
  pages: number;
  onPage: (page: number) => void;
  pageSize: number;
  pageSizes: readonly number[];
  onPageSize: (size: number) => void;
  sizeLabel: string;
  previousLabel: string;
  nextLabel: string;
  /** Name of a page's button: "Seite 3". */
  pageLabel: (page: number) => string;
}

const cell =
  "grid size-11 place-items-center rounded-r-3 text-dense font-label tabular-nums transition-colors duration-(--t-quick) md:size-8";

function Step({
  icon: Icon,
  label,
  off,
  onClick,
}: {
  icon: LucideIcon;
  label: string;
  off: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={off || undefined}
      onClick={() => !off && onClick()}
      className={cx(cell, off ? "text-text-3 opacity-60" : "text-text-2 hover:bg-surface-3 hover:text-text")}
    >
      <Icon size={16} strokeWidth={2} aria-hidden />
    </button>
  );
}

/** Range and total, page size and pages of a list with a known total. */
export function Pagination(props: PaginationProps) {
  const { page, pages, onPage, pageSize } = props;
  const sizes = props.pageSizes.includes(pageSize) ? props.pageSizes : [...props.pageSizes, pageSize];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="text-dense text-text-2 tabular-nums" role="status">
        {props.range}
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <label className="flex items-center gap-2 text-dense text-text-2">
          {props.sizeLabel}
          <NativeSelect
            size="toolbar"
            value={pageSize}
            onChange={(event) => props.onPageSize(Number(event.currentTarget.value))}
            className="w-19"
          >
            {sizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </NativeSelect>
        </label>
        <nav aria-label={props.label} className="flex flex-wrap items-center gap-1">
          <Step
            icon={ChevronLeft}
            label={props.previousLabel}
            off={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          {pageNumbers(page, pages).map((number, index) =>
            number === null ? (
              <span
                key={index === 1 ? "gap-left" : "gap-right"}
                className="px-1 text-text-3"
                aria-hidden="true"
              >
                …
              </span>
            ) : (
              <button
                key={number}
                type="button"
                aria-label={props.pageLabel(number)}
                aria-current={number === page ? "page" : undefined}
                onClick={() => onPage(number)}
                className={cx(
                  cell,
                  number === page ? "bg-accent-soft text-accent-text" : "text-text hover:bg-surface-3",
                )}
              >
                {number}
              </button>
            ),
          )}
          <Step
            icon={ChevronRight}
            label={props.nextLabel}
            off={page >= pages}
            onClick={() => onPage(page + 1)}
          />
        </nav>
      </div>
    </div>
  );
}
