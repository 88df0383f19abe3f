import { Fragment } from "react";

/**
 * Details in one line, separated by dots. Lines break between two details, and within a detail only if it is too long.
 */
export function Dotted({ details }: { details: readonly string[] }) {
  return details.map((detail, index) => (
    <Fragment key={detail}>
      {index > 0 && " · "}
      <span className="inline-block wrap-anywhere">{detail}</span>
    </Fragment>
  ));
}
