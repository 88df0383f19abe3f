/** Carries out things; answers of each in their order. */
type Run<Item, Answer> = (items: readonly Item[]) => Promise<readonly Answer[]>;

type Waiting<Item, Answer> = {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/** More at once would keep the first of them waiting. */
const mostAtOnce = 100;

/**
 * Carries out together what comes at the same time: whatever comes while some are carried out goes with the next ones.
 * Alone, nothing waits. When several fail together, each is carried out alone: it answers for itself.
 */
export class Together<Item, Answer> {
  readonly #run: Run<Item, Answer>;
  readonly #onIdle: () => void;
  #waiting: Waiting<Item, Answer>[] = [];
  #isRunning = false;

  /** @param onIdle called whenever nothing is left to do */
  constructor(run: Run<Item, Answer>, onIdle: () => void = () => undefined) {
    this.#run = run;
    this.#onIdle = onIdle;
  }

  add(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#isRunning) return;
      this.#isRunning = true;
      // What else this turn of the event loop brings comes along.
      setImmediate(() => void this.#runAll());
    });
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#runSome(this.#waiting.splice(0, mostAtOnce));
    this.#isRunning = false;
    this.#onIdle();
  }

  async #runSome(some: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.#run(some.map(({ item }) => item));
      for (const [index, { resolve }] of some.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      if (some.length === 1) some[0]?.reject(error);
      else await Promise.all(some.map((each) => this.#runSome([each])));
    }
  }
}
