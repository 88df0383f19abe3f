import type { FastifyReply } from "fastify";
import { readMe } from "../../directory/read-user.ts";
import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { Feature } from "../../platform/feature.ts";
import type { DeviceCookie } from "../../platform/http/origin/cookies.ts";
import { type Bus, personChangedChannel, organizationChangedChannel } from "../../platform/realtime/bus.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import { type CompleteSignInDependencies, completeSignIn, registerAuthRoutes } from "./auth.routes.ts";
import { Credentials } from "./password/credentials.ts";
import { OwnPasswordService } from "./password/own-password.service.ts";
import { FirstSteps } from "./sign-in/first-steps.ts";
import { LoginService } from "./sign-in/login.service.ts";
import { PasswordProver } from "./sign-in/password-prover.ts";
import { OutsideSignIn } from "./sign-in/outside-sign-in.ts";
import { findByPracticeCode } from "./sign-in/practice-code.ts";
import { ActivityRecorder } from "./session/activity-recorder.ts";
import { CallerResolver } from "./session/caller-resolver.ts";
import { draftKeyOf } from "./session/draft-key.ts";
import { OrganizationVisits } from "./session/organization-visits.ts";
import { PinAttempts } from "./session/pin-attempts.ts";
import { renewSecret } from "./session/renew-secret.ts";
import { resolveSession } from "./session/resolve-session.ts";
import { SessionService } from "./session/session.service.ts";
import { Tickets } from "./session/tickets.ts";
import { type SignedInPerson, SignInService } from "./sign-in/sign-in.service.ts";
import { sessionDeletions } from "./session/deletions.queries.ts";
import { unknownNamesJob } from "./sign-in/unknown-names.worker.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  hasher: PasswordHasher;
  limits: RateLimiter;
  bus: Bus;
  cookie: DeviceCookie;
  /** Key from which access tokens and device secrets are derived. */
  refreshKey: Buffer;
  demo: boolean;
  offersTwoFactor: boolean;
  /** Returns the values of Set-Cookie headers that remove what a browser keeps only for its session. */
  clearCookies: (cookies: string | undefined) => readonly string[];
};

/** Sign-in and sessions, as other features use them. */
export type Auth = ReturnType<typeof createAuth>;

/** Creates sign-in, sessions and passwords. */
export function createAuth({ cookie, bus, platformDb, clearCookies, ...dependencies }: Dependencies) {
  const { db, clock, refreshKey } = dependencies;
  const sessions = new SessionService(dependencies);
  const callers = new CallerResolver(dependencies);
  bus.subscribe(personChangedChannel, ({ personId }) => callers.cache.forgetPerson(String(personId)));
  bus.subscribe(organizationChangedChannel, ({ organizationId }) => {
    if (typeof organizationId === "string") callers.cache.forgetOrganization(organizationId);
    else callers.cache.forgetAll();
  });
  bus.onGap(() => callers.cache.forgetAll());
  const signIn = new SignInService({ ...dependencies, sessions });
  const credentials = new Credentials({ ...dependencies, sessions });
  const tickets = new Tickets({ db, clock });
  const passwords = new PasswordProver(dependencies);
  const ownPassword = new OwnPasswordService({ ...dependencies, sessions, signIn, credentials });
  const outside = new OutsideSignIn(dependencies);
  const logins = new LoginService({ ...dependencies, signIn, passwords });
  const signInDependencies: CompleteSignInDependencies = {
    callers,
    db,
    clock,
    cookie,
    draftKey: (subject) => draftKeyOf(refreshKey, subject),
    me: (personId, organizationDb) => readMe(db, personId, organizationDb, clock.now()),
  };
  return {
    sessions,
    callers,
    activity: new ActivityRecorder({ db, clock, callers }),
    signIn,
    pinAttempts: new PinAttempts(dependencies.limits),
    credentials,
    tickets,
    passwords,
    outside,
    ownPassword,
    firstSteps: new FirstSteps(dependencies),
    visits: new OrganizationVisits(db),
    /** Issues the next device secret for the browser of a request. */
    renewSecret: (tx: WriteTransaction, origin: RequestOrigin, now: Date) =>
      renewSecret(tx, origin, { refreshKey, now }),
    resolveSession: (sessionId: string, deviceSecret: string | undefined) =>
      resolveSession(db, callers, sessionId, deviceSecret),
    draftKey: signInDependencies.draftKey,
    completeSignIn: (signedIn: SignedInPerson, reply: FastifyReply) =>
      completeSignIn(signInDependencies, signedIn, reply),
    deletions: sessionDeletions,
    registerRoutes: (registrar) =>
      registerAuthRoutes(registrar, {
        ...signInDependencies,
        logins,
        ownPassword,
        sessions,
        tickets,
        clearCookies,
        findByPracticeCode: (code, origin) => findByPracticeCode(dependencies, code, origin),
      }),
    jobs: [unknownNamesJob({ db: platformDb, clock })],
  } satisfies Feature & Record<string, unknown>;
}
