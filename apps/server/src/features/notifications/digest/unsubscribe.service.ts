import type { Language } from "@praxisportal/contract/languages";
import type { RotatedKeys } from "../../../platform/crypto/sealed-secrets.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import { HtmlPage } from "../../../platform/http/calls/html-page.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import de from "./unsubscribe.de.json" with { type: "json" };
import en from "./unsubscribe.en.json" with { type: "json" };
import fr from "./unsubscribe.fr.json" with { type: "json" };
import it from "./unsubscribe.it.json" with { type: "json" };
import { readUnsubscribeToken } from "./unsubscribe-token.ts";
import { endDigest } from "./unsubscribe.queries.ts";

const texts: Readonly<Record<Language, typeof de>> = { de, en, fr, it };

type Dependencies = {
  db: IdentityDb;
  unsubscribeKeys: RotatedKeys;
  /** Counts an attempt against its address. Errors: 429. */
  limitLinks: (origin: RequestOrigin) => Promise<void>;
};

/** Ends the weekly digest with the link in its mail, without a session (RFC 8058). */
export class UnsubscribeService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the page with the button. */
  confirmationPage(language: Language): HtmlPage {
    const { title, text, button } = texts[language].ask;
    const form = { name: "List-Unsubscribe", value: "One-Click", button };
    return new HtmlPage({ language, title, text, form });
  }

  /**
   * Ends the digest and returns a confirmation page. The page is the same for an unknown token and for a digest that
   * has already ended. Errors: 429.
   */
  async end(token: string, language: Language, origin: RequestOrigin): Promise<HtmlPage> {
    const { db, unsubscribeKeys, limitLinks } = this.#dependencies;
    await limitLinks(origin);
    const recipient = readUnsubscribeToken(unsubscribeKeys, token);
    if (recipient !== undefined) {
      const { personId, organizationId } = recipient;
      await db.write(async (tx) => {
        if (!(await endDigest(tx, recipient))) return;
        tx.record({
          organizationId,
          action: "user.digest_ended",
          actor: { type: "link", id: personId },
          target: { type: "user", id: personId },
          request: origin.audit,
          origin: origin.isBrowser ? "ui" : "api",
        });
      });
    }
    return new HtmlPage({ language, ...texts[language].done });
  }
}
