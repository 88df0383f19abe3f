import { type Defence, ofServer } from "./defence.ts";

const connector = "platform/outgoing/guarded-connector.ts";
const rules = "platform/outgoing/outgoing-rules.ts";
const classes = "platform/outgoing/address-class.ts";
const agent = "platform/outgoing/outgoing-agent.test.ts";

/** Outgoing calls to addresses that a user entered. */
export const outgoingDefences: readonly Defence[] = ofServer([
  {
    cases: ["N45"],
    without: "an address in place of a name is looked at, which no resolver ever sees",
    file: rules,
    find: '  refuseAddress(host, "internet");',
    put: "",
    proof: ["platform/outgoing/outgoing-rules.test.ts", "N45 may be this machine where that is allowed"],
  },
  {
    cases: ["N45"],
    without: "every address that a name leads to is looked at when it is used",
    file: connector,
    find: "!addresses.every(({ address }) => reaches(reach, address))",
    put: 'addresses[0]?.address === ""',
    // The peer address is checked as well, but only after connecting.
    proof: [agent, "N45 refuses a name that leads to"],
  },
  {
    cases: ["N45"],
    without: "the peer is looked at before a byte is written",
    file: connector,
    find: 'if (!reaches(reach, socket.remoteAddress ?? "")) {',
    put: 'if (socket.remoteAddress === "") {',
    proof: [agent, "N45 looks at the peer before a byte is written"],
  },
  {
    cases: ["N45"],
    without: "only https leaves the house",
    file: rules,
    find: 'if (url.protocol !== "https:") throw new OutgoingRefusedError("scheme");',
    put: "",
    proof: [agent, "N45 refuses other ports and http"],
  },
  {
    cases: ["N45"],
    without: "other services are not reached by their ports",
    file: rules,
    find: 'throw new OutgoingRefusedError("port");',
    put: 'url.hash = "";',
    proof: [agent, "N45 refuses other ports and http"],
  },
  {
    cases: ["N45"],
    without: "an IPv4 address in the form of an IPv6 address is that address",
    file: classes,
    find: "if (embedded !== undefined) return classify4(embedded);",
    put: 'if (embedded !== undefined) return "public";',
    proof: ["platform/outgoing/address-class.test.ts", "N45 is the same for an IPv4 address mapped"],
  },
  {
    cases: ["N45"],
    without: "only what is given to the internet in IPv6 is the internet",
    file: classes,
    find: 'global6.check(address, "ipv6") && !never6.check(address, "ipv6")',
    put: 'address !== ""',
    proof: ["platform/outgoing/address-class.test.ts", "N45 is the same for an IPv4 address mapped"],
  },
  {
    cases: ["N45", "N46"],
    without: "an address holds no password",
    file: rules,
    find: 'if (url.username !== "" || url.password !== "") throw new OutgoingRefusedError("credentials");',
    put: "",
    proof: ["platform/outgoing/outgoing-rules.test.ts", "N45 is refused without its words"],
  },
]);
