import * as endpoints from "@praxisportal/contract/background-work/background-work.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { mayRetryWork } from "./background-work.policy.ts";
import type { BackgroundWorkService } from "./background-work.service.ts";

/** Registers the operator's calls about messages and jobs that failed. */
export function registerBackgroundWorkRoutes(registrar: Registrar, work: BackgroundWorkService): void {
  registrar.handle(endpoints.retryMessages, ({ context, body }) =>
    work.retryMessages(authorize(context, "backgroundWork.retryMessages", mayRetryWork), body),
  );

  registrar.handle(endpoints.discardMessages, ({ context, body }) =>
    work.discardMessages(authorize(context, "backgroundWork.discardMessages", mayRetryWork), body),
  );

  registrar.handle(endpoints.retryJob, ({ context, body }) =>
    work.retryJob(authorize(context, "backgroundWork.retryJob", mayRetryWork), body),
  );
}
