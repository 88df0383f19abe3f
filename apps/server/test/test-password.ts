/** Password of the people that tests create. */
export const testPassword = "Probe-Kennwort-7";

/**
 * Hash of {@link testPassword} that is cheap to verify. A stored hash contains its cost, so the server does a hundredth
 * of the work for each of the thousands of sign-ins of a run.
 */
export const testPasswordHash =
  "$argon2id$v=19$m=8,t=1,p=1$eQNxeyoS0upF697YtKjRtg$k/3fFgFtrksNTHZHXKeS+CBalnX798w5QZ+/z302FTA";
