import { Highlight } from "./highlight.tsx";

/** An email address that wraps before the @ and not inside a word. */
export function MailAddress({ email, search = "" }: { email: string; search?: string }) {
  if (search.trim() !== "") return <Highlight text={email} search={search} />;
  const atIndex = email.lastIndexOf("@");
  return (
    <>
      {email.slice(0, atIndex)}
      <wbr />
      {email.slice(atIndex)}
    </>
  );
}
