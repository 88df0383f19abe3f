import { Fragment } from "react";

/**
 * Details in one line with dots between them. A line breaks between two details, before the dot, and within one only if
 * it is too long.
 */
export function Dotted({ details }: { details: readonly string[] }) {
  return details.map((detail, index) => (
    <Fragment key={detail}>
      {index > 0 && " "}
      <span className="inline-block wrap-anywhere">
        {index > 0 && "·\u00a0"}
        <span>{detail}</span>
      </span>
    </Fragment>
  ));
}
