import { expect, it } from "vitest";
import { missingRelease } from "../older-checkout.ts";
import { releaseUnderLoad } from "./rolling-release.ts";

const missingReason = missingRelease();
if (missingReason !== undefined) console.log(missingReason);

it.skipIf(missingReason !== undefined)(
  "R0-237 a rolling release from the newest released version under load fails no request and ends no session",
  async () => {
    const { migrations, calls, reconnects, errors, ...result } = await releaseUnderLoad();
    expect(result).toEqual({ failures: [], signOuts: [], lost: [], doubled: [] });
    expect(errors).not.toContain('"level":');
    // Users made calls, and every live connection was moved once.
    expect(calls).toBeGreaterThan(300);
    expect(reconnects).toBeGreaterThanOrEqual(4);
    console.log(`${migrations} migrations, ${calls} calls, ${reconnects} live connections reopened`);
  },
  120_000,
);
