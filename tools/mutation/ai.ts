import { type Defence, ofServer } from "./defence.ts";

const providers = "features/ai/providers.test.ts";
const service = "features/ai/providers.service.ts";
const facts = "features/ai/ai-facts.test.ts";
const switches = "features/ai/switches.test.ts";

/** Keys of providers of AI, what keeps a practice from one, and the switches. */
export const aiDefences: readonly Defence[] = ofServer([
  {
    cases: ["N29"],
    without: "the key of a provider is sealed for its row",
    file: "features/ai/provider-key.ts",
    find: "return `ai_provider:${provider}`;",
    put: "return `ai_provider:${provider.slice(0, 0)}`;",
    proof: [providers, "R7a-10 keeps the key sealed for its row"],
  },
  {
    cases: ["N29"],
    without: "the last characters of a key are for who manages providers",
    file: "features/ai/ai.presenter.ts",
    find: "lastFour: managesProviders ? row.api_key_last4 : null,",
    put: "lastFour: row.api_key_last4,",
    proof: [providers, "R7a-09 is told to a practice without what belongs to the platform"],
  },
  {
    cases: ["N45"],
    without: "an address of a provider is looked at before it is kept",
    file: service,
    find: "this.#parts.checkAddress(address);",
    put: "",
    proof: [providers, "R7a-10 N45 refuses the address"],
  },
  {
    cases: ["N08"],
    without: "changing a provider takes a fresh proof of identity",
    file: service,
    find: "    assertFresh(context.caller, now);\n",
    put: "",
    proof: [providers, "R7a-10 needs a fresh proof of identity"],
  },
  {
    cases: ["N08"],
    without: "letting the AI go on takes a fresh proof of identity",
    file: "features/ai/switches.service.ts",
    find: "if (!stopped) assertFresh(context.caller, this.#parts.clock.now());",
    put: "",
    proof: [switches, "R7b-08 stop without delay, and go on with a fresh proof"],
  },
  {
    cases: ["N02"],
    without: "a switch of a person is one of a member",
    file: "features/ai/practice.queries.ts",
    find: '    .where("m.status", "<>", "removed")\n',
    put: "",
    proof: [switches, "R1-01 N02 know only people of the practice"],
  },
  {
    cases: ["N22"],
    without: "kept facts are read anew after a gap of the bus",
    file: "features/ai/ai-facts.ts",
    find: "parts.bus.onGap(() => this.#forget({}));",
    put: "",
    proof: [facts, "R7a-16 are kept, and read anew after a gap of the bus"],
  },
]);
