import { type Defense, serverDefenses } from "./defense.ts";

const connector = "platform/outgoing/guarded-connector.ts";
const rules = "platform/outgoing/outgoing-rules.ts";
const classes = "platform/outgoing/address-class.ts";
const agent = "platform/outgoing/outgoing-agent.test.ts";
const corpus = "platform/outgoing/outgoing-corpus.test.ts";

/** Outgoing calls to addresses that a user entered. */
export const outgoingDefenses: readonly Defense[] = serverDefenses([
  {
    cases: ["N45"],
    guarantee: "an IP literal is checked, although no resolver sees it",
    file: rules,
    find: '  assertAddressAllowed(host, "internet", rules);',
    put: "",
    proof: ["platform/outgoing/outgoing-rules.test.ts", "N45 may be this machine if that is allowed"],
  },
  {
    cases: ["N45"],
    guarantee: "the address of a webhook is checked when it is saved",
    file: "features/webhooks/webhooks.service.ts",
    find: "this.#dependencies.checkAddress(url);",
    put: "",
    proof: ["features/webhooks/webhooks.test.ts", "R7n-18 are rejected when saved"],
  },
  {
    cases: ["N45"],
    guarantee: "every resolved address is checked when it is used",
    file: connector,
    find: "!addresses.every(({ address }) => reaches(reach, address, rules))",
    put: 'addresses[0]?.address === ""',
    // The peer address is checked as well, but only after connecting.
    proof: [agent, "N45 to a name that resolves to"],
  },
  {
    cases: ["N45"],
    guarantee: "the peer is checked before the first byte",
    file: connector,
    find: 'if (!reaches(reach, socket.remoteAddress ?? "", rules)) {',
    put: 'if (socket.remoteAddress === "") {',
    proof: [agent, "N45 check the peer before any byte is written, regardless of the lookup"],
  },
  {
    cases: ["N45"],
    guarantee: "outgoing calls use only HTTPS",
    file: rules,
    find: 'if (url.protocol !== "https:") throw new OutgoingRefusedError("scheme");',
    put: "",
    proof: [agent, "N45 are refused on other ports and over http"],
  },
  {
    cases: ["N45"],
    guarantee: "other ports cannot be reached",
    file: rules,
    find: 'throw new OutgoingRefusedError("port");',
    put: 'url.hash = "";',
    proof: [agent, "N45 are refused on other ports and over http"],
  },
  {
    cases: ["N45"],
    guarantee: "an IPv4 address written as IPv6 is treated as IPv4",
    file: classes,
    find: "if (embedded !== undefined) return classify4(embedded);",
    put: 'if (embedded !== undefined) return "public";',
    proof: [
      "platform/outgoing/address-class.test.ts",
      "N45 is the same for a plain, mapped or translated IPv4 address",
    ],
  },
  {
    cases: ["N45"],
    guarantee: "only public IPv6 ranges are allowed",
    file: classes,
    find: 'global6.check(address, "ipv6") && !never6.check(address, "ipv6")',
    put: 'address !== ""',
    proof: [
      "platform/outgoing/address-class.test.ts",
      "N45 is the same for a plain, mapped or translated IPv4 address",
    ],
  },
  {
    cases: ["N45"],
    guarantee: "link-local and metadata addresses are blocked even inside an allowed network",
    file: rules,
    find: 'allowedNetworks === undefined || classifyAddress(address) === "never"',
    put: "allowedNetworks === undefined",
    proof: [corpus, "N45 never allows a link-local address or a metadata service, even in a listed network"],
  },
  {
    cases: ["N45"],
    guarantee: "names may resolve only to addresses of an allowed network",
    file: rules,
    find: 'return addressClass === "public" || isInAllowedNetwork(address, rules);',
    put: 'return addressClass === "public" || rules.allowedNetworks !== undefined;',
    proof: [corpus, "a name that resolves outside the allowed network"],
  },
  {
    cases: ["N45", "N46"],
    guarantee: "a URL contains no password",
    file: rules,
    find: 'if (url.username !== "" || url.password !== "") throw new OutgoingRefusedError("credentials");',
    put: "",
    proof: [
      "platform/outgoing/outgoing-rules.test.ts",
      "N45 is not quoted in its rejection, because it may contain a password",
    ],
  },
]);
