/** Yields the events of a stream that have data, as they arrive. */
export async function* eventsOf(response: Response) {
  let text = "";
  for await (const bytes of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += bytes;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const valueOf = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = valueOf("data");
      if (data !== undefined) {
        yield {
          name: valueOf("event"),
          id: valueOf("id"),
          data: JSON.parse(data) as Record<string, unknown>,
        };
      }
    }
  }
}

export type StreamEvent = { name: string | undefined; id: string | undefined; data: Record<string, unknown> };

export async function collect(events: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const collected: StreamEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}
