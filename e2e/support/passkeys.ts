import { expect, type CDPSession, type Page } from "@playwright/test";
import { pressButton } from "./press-button.ts";

/** A virtual authenticator of the browser; it needs no user interaction. */
export class VirtualDevice {
  readonly #client: CDPSession;
  readonly #authenticatorId: string;

  private constructor(client: CDPSession, authenticatorId: string) {
    this.#client = client;
    this.#authenticatorId = authenticatorId;
  }

  /** Adds the device to a page's browser. */
  static async attach(page: Page): Promise<VirtualDevice> {
    const client = await page.context().newCDPSession(page);
    await client.send("WebAuthn.enable");
    const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualDevice(client, authenticatorId);
  }

  /** Sets whether user verification succeeds from now on. */
  async setUserVerified(isUserVerified: boolean): Promise<void> {
    const authenticatorId = this.#authenticatorId;
    await this.#client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  }
}

/** Adds a passkey on the security tab by keyboard. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await pressButton(page, "Passkey hinzufügen");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Passkey „${name}“ hinzugefügt`)).toBeVisible();
  await expect(page.getByRole("button", { name: `${name} entfernen` })).toBeVisible();
}
