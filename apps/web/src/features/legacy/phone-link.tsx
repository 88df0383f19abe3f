import { linkClass } from "../../ui/button/link-style.ts";

/** Shows a phone number that the browser can dial. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`} className={linkClass}>
      {phone}
    </a>
  );
}
