import { Highlight } from "./highlight.tsx";

/** An email address that wraps before the @ rather than inside a word. */
export function MailAddress({ email, search = "" }: { email: string; search?: string }) {
  if (search.trim() !== "") return <Highlight text={email} search={search} />;
  const at = email.lastIndexOf("@");
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
