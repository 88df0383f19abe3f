import type { ReactNode } from "react";
import { useId } from "react";
import { cx } from "../cx.ts";

export interface CardProps {
  /** Target of links to the card. */
  id?: string;
  /** Heading of the card. Without a heading, the card is a plain box. */
  title?: ReactNode;
  /** One line below the title. */
  description?: ReactNode;
  /** At the right of the header: a link, a switch, a small button. */
  aside?: ReactNode;
  /** The content reaches the edges (lists, tables), and a line separates it from the header. */
  flush?: boolean;
  level?: 2 | 3;
  footer?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
}

/** A surface with a border and no shadow. With a title it is a named region. */
export function Card({
  id,
  title,
  description,
  aside,
  flush = false,
  level = 2,
  footer,
  className,
  children,
}: CardProps) {
  const titleId = useId();
  const Heading = level === 2 ? "h2" : "h3";
  const Box = title === undefined ? "div" : "section";
  return (
    <Box
      id={id}
      aria-labelledby={title === undefined ? undefined : titleId}
      className={cx("min-w-0 rounded-r-3 border border-line bg-surface", className)}
    >
      {title !== undefined && (
        <div
          className={cx(
            "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5",
            flush ? "border-b border-line py-4" : "pt-4 pb-3",
          )}
        >
          <div
            className={cx(
              "min-w-0",
              aside !== undefined && description !== undefined && "md:flex-1 md:basis-40",
            )}
          >
            <Heading id={titleId} className="text-section text-text">
              {title}
            </Heading>
            {description !== undefined && <p className="text-dense text-text-2">{description}</p>}
          </div>
          {aside !== undefined && (
            <div className="flex flex-wrap items-center gap-2 text-dense empty:hidden">{aside}</div>
          )}
        </div>
      )}
      {flush ? children : <div className={cx("px-5 pb-5", title === undefined && "pt-5")}>{children}</div>}
      {footer !== undefined && <div className="border-t border-line px-5 py-3">{footer}</div>}
    </Box>
  );
}
