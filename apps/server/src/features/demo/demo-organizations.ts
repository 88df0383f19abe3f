import type { organizationTypes, plans } from "@praxisportal/contract/organizations/organizations.schema";

/** A demo organization. Everything about it is fictitious. */
export type DemoOrganization = {
  name: string;
  type: (typeof organizationTypes)[number];
  country: "DE" | "AT" | "CH";
  practiceCode: string;
  plan: (typeof plans)[number];
  /** A limit of its own, or null for the seats of the plan. */
  maxUsers: number | null;
  /** Members besides the documented accounts. */
  staff: number;
  /** Days before the first start of the demo. */
  createdDaysAgo: number;
  state: { status: "active" | "trial" } | { status: "suspended"; daysAgo: number; reason: string };
  details: Readonly<Record<string, unknown>>;
  /** Columns of its billing profile. */
  billing: {
    street: string;
    house_number: string;
    postal_code: string;
    city: string;
    email: string;
    vat_id?: string;
  };
};

const active = { status: "active" } as const;

/** The first one has all details; its phone numbers are from a range that is reserved for fiction. */
export const demoOrganizations: readonly DemoOrganization[] = [
  {
    name: "Praxis am Musterplatz",
    type: "group_practice",
    country: "DE",
    practiceCode: "MUSTER-2026",
    plan: "professional",
    maxUsers: 60,
    staff: 40,
    createdDaysAgo: 1_200,
    state: active,
    details: {
      address: "Musterplatz 1\n12345 Musterstadt",
      phone: "+49 30 23125 000",
      email: "praxis@musterplatz.example.org",
      supportEmail: "it@musterplatz.example.org",
      technicalContact: {
        name: "Per Beispiel-Kessler",
        email: "it@musterplatz.example.org",
        phone: "+49 30 23125 090",
      },
      adminContact: {
        name: "Jonas Demo-Huber",
        email: "manager@example.org",
        phone: "+49 30 23125 010",
      },
      billingEmail: "rechnung@musterplatz.example.org",
      billingContact: {
        name: "Rita Beispiel-Redlich",
        email: "redaktion@example.org",
        phone: "+49 30 23125 020",
      },
      taxId: "DE000000000",
      fiscalYear: "Januar bis Dezember",
      website: "https://musterplatz.example.org",
      domain: "musterplatz.example.org",
      description: "Fiktive Gemeinschaftspraxis für Allgemeinmedizin mit Labor und Röntgen.",
      industry: "Allgemeinmedizin",
      size: "51 bis 100 Mitarbeitende",
      founded: "2009",
      headquarters: "Musterstadt",
      registrationNumber: "000000001",
    },
    billing: {
      street: "Musterplatz",
      house_number: "1",
      postal_code: "12345",
      city: "Musterstadt",
      email: "rechnung@musterplatz.example.org",
    },
  },
  {
    name: "Ordination Beispielgasse",
    type: "practice",
    country: "AT",
    practiceCode: "BEISPIEL-2026",
    plan: "basic",
    maxUsers: 25,
    staff: 9,
    createdDaysAgo: 1_200,
    state: active,
    details: { address: "Beispielgasse 2\n9999 Beispielort", email: "ordination@beispielgasse.example.org" },
    billing: {
      street: "Beispielgasse",
      house_number: "2",
      postal_code: "9999",
      city: "Beispielort",
      email: "ordination@beispielgasse.example.org",
      vat_id: "ATU12345678",
    },
  },
  {
    name: "Praxis Probeweg",
    type: "practice",
    country: "CH",
    practiceCode: "PROBEWEG-2026",
    plan: "basic",
    maxUsers: 25,
    staff: 9,
    createdDaysAgo: 1_200,
    state: active,
    details: { address: "Probeweg 3\n9999 Probikon", email: "praxis@probeweg.example.org" },
    billing: {
      street: "Probeweg",
      house_number: "3",
      postal_code: "9999",
      city: "Probikon",
      email: "praxis@probeweg.example.org",
    },
  },
  {
    // Nine of the ten seats of its plan are taken.
    name: "Praxis Testallee",
    type: "practice",
    country: "DE",
    practiceCode: "TESTALLEE-2026",
    plan: "starter",
    maxUsers: null,
    staff: 8,
    createdDaysAgo: 19,
    state: { status: "trial" },
    details: { address: "Testallee 4\n12345 Musterstadt", email: "praxis@testallee.example.org" },
    billing: {
      street: "Testallee",
      house_number: "4",
      postal_code: "12345",
      city: "Musterstadt",
      email: "praxis@testallee.example.org",
    },
  },
  {
    name: "Ordination Musterhof",
    type: "practice",
    country: "AT",
    practiceCode: "MUSTERHOF-2026",
    plan: "basic",
    maxUsers: null,
    staff: 9,
    createdDaysAgo: 700,
    state: {
      status: "suspended",
      daysAgo: 12,
      reason: "Zwei Rechnungen sind trotz Mahnung offen (Demonstration).",
    },
    details: { address: "Musterhof 5\n9999 Beispielort", email: "ordination@musterhof.example.org" },
    billing: {
      street: "Musterhof",
      house_number: "5",
      postal_code: "9999",
      city: "Beispielort",
      email: "ordination@musterhof.example.org",
      vat_id: "ATU87654321",
    },
  },
];
