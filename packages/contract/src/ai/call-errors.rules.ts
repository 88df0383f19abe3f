import { notAudited } from "../endpoint.ts";

/** Reason why AI calls have no audit entry. */
export const notAuditedCall = notAudited("each call is a usage event; its content is not recorded");

/** Errors that prevent a call from being made. */
export const preCallErrors = [
  "AI_PROVIDER_NOT_READY",
  "AI_STOPPED",
  "QUOTA_EXCEEDED",
  "AI_MODEL_UNPRICED",
  "TOO_MANY_AI_CALLS",
  "NOT_FOUND",
  "ORGANIZATION_REQUIRED",
] as const;

/** Errors of uploading a recording. */
export const uploadErrors = ["UPLOAD_MALFORMED", "UPLOAD_TIMEOUT", "TOO_MANY_UPLOADS"] as const;

export const providerErrors = ["AI_PROVIDER_FAILED", "AI_PROVIDER_OVERLOADED", "AI_CONTENT_REFUSED"] as const;
