export const certificateType = "application/pdf";

/** Returns the name under which the certificate of an organization is saved. */
export function certificateFileName(practiceCode: string): string {
  return `loeschbescheinigung-${practiceCode.toLowerCase()}.pdf`;
}
