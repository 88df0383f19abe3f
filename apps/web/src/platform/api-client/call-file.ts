import { call, type CallOptions } from "./call.ts";
import type { CallTarget, EndpointOf } from "./route.ts";

/**
 * Makes a call whose response is a file, named by the server. The time-out covers the time until the response
 * starts; the download itself is not limited, because it depends on the size.
 * @throws ApiError like any call.
 */
export async function callFile<T extends CallTarget>(
  target: T,
  options: CallOptions<EndpointOf<T>>,
): Promise<File> {
  const read = { read: readFile };
  return (await (call as (target: T, options: object) => Promise<unknown>)(target, {
    ...options,
    ...read,
  })) as File;
}

async function readFile(response: Response): Promise<File> {
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const content = await response.blob();
  return new File([content], name ?? "download", { type: content.type });
}
