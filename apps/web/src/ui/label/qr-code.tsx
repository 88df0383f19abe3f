import { encode } from "uqr";

export interface QrCodeProps {
  /** The encoded content. */
  text: string;
  /** Accessible name. The content must also be shown as text next to the code. */
  label: string;
  className?: string | undefined;
}

/** Empty modules around the code. Readers need four. */
const quietZone = 4;

/** A QR code, dark on white in every theme, because many readers cannot read inverted codes. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text, { border: quietZone, ecc: "M" });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
