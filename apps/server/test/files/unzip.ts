import { fromBufferPromise } from "yauzl";

/** Unpacks a ZIP archive. Returns its files by name, in the order of the archive. */
export async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(archive, { strictFileNames: true });
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    files.set(entry.fileName, Buffer.concat((await stream.toArray()) as Buffer[]));
  }
  return files;
}
