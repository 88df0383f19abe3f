import { encode } from "uqr";

export interface QrCodeProps {
  /** What the picture holds. */
  text: string;
  /** What it is, for whoever does not see it; the content must stand beside it as text. */
  label: string;
  className?: string | undefined;
}

/** Empty modules around the code; readers need four. */
const quietZone = 4;

/** A QR code, dark on white in every theme: many readers do not know inverted ones. */
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
