import {
  completeReview,
  decideReview,
  listReviewedMembers,
  startReview,
} from "@praxisportal/contract/reviews/reviews.endpoints";
import type { ReviewDecision } from "@praxisportal/contract/reviews/reviews.rules";
import type { TestClient } from "../test-client.ts";

/** Starts a review and decides about every member, by default with `keep`. Returns its parameters. */
export async function prepareReview(
  client: TestClient,
  organizationId: string,
  decisions: Readonly<Record<string, ReviewDecision>> = {},
): Promise<{ id: string; reviewId: string }> {
  const { result } = await client.call(startReview, { params: { id: organizationId } });
  const params = { id: organizationId, reviewId: result.id };
  for (const { userId } of (await client.call(listReviewedMembers, { params, query: { limit: 100 } })).result
    .data) {
    const decision = decisions[userId] ?? "keep";
    await client.call(decideReview, {
      params: { ...params, userId },
      body: { decision, reason: `Begründung ${decision}` },
    });
  }
  return params;
}

/** Completes a new review. */
export async function reviewRights(
  client: TestClient,
  organizationId: string,
  decisions?: Readonly<Record<string, ReviewDecision>>,
) {
  const params = await prepareReview(client, organizationId, decisions);
  return (await client.call(completeReview, { params })).result;
}

/** Returns a successful example of each audited call of reviews. */
export function reviewExamples(signedIn: () => Promise<{ client: TestClient; organizationId: string }>) {
  return {
    "reviews.start": async () => {
      const { client, organizationId } = await signedIn();
      return { client, params: { id: organizationId } };
    },
    "reviews.updateInterval": async () => {
      const { client, organizationId } = await signedIn();
      return { client, params: { id: organizationId }, body: { intervalMonths: 6 } };
    },
    "reviews.complete": async () => {
      const { client, organizationId } = await signedIn();
      return { client, params: await prepareReview(client, organizationId) };
    },
  };
}
