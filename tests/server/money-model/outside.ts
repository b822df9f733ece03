import { OrdersRefused } from "#server/integrations/bank/port.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";
import type { OutsideServices } from "#tests/support/build-app.ts";

/**
 * What may befall one question to the bank or the tax service.
 *
 * - away: it is not reached, nothing was done there;
 * - lost: it did what was asked, its answer never came;
 * - broken: the same, and the error does not say that it is out of reach;
 * - killed: the same, and the process that asked dies before it writes anything;
 * - twice: it hears the question twice;
 * - forgotten: it says that it has taken what it does not keep;
 * - refused: it refuses the whole call, of which it has taken nothing;
 * - meanwhile: a person does something while the question is under way.
 */
export const TROUBLES = [
  "away",
  "lost",
  "broken",
  "killed",
  "twice",
  "forgotten",
  "refused",
  "meanwhile",
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Calls that ask the other side to do something, as against telling what it knows. */
const SUBMITS: Readonly<Record<string, string>> = {
  submitOrders: "PENDING",
  submitTaxOrders: "PENDING",
  submitReturns: "PENDING",
  registerIncomes: "PROCESSING",
};

export class Killed extends Error {
  constructor() {
    super("the process was killed");
    this.name = "Killed";
  }
}

export class Broken extends Error {
  constructor(call: string) {
    super(`${call}: the answer cannot be read`);
    this.name = "Broken";
  }
}

type Call = (...given: unknown[]) => Promise<unknown>;

/** The bank and the tax service as they are reached: mostly well. */
export class Outside {
  /** Its process does nothing more, until it is started again. */
  isDead = false;
  #next: { readonly trouble: Trouble; skip: number } | null = null;
  #meanwhile: (() => Promise<void>) | null = null;
  #met: Trouble | null = null;

  /**
   * @param skip - questions that still go well.
   * @param meanwhile - what a person does then.
   */
  arm(trouble: Trouble, skip: number, meanwhile: () => Promise<void>): void {
    this.#next = { trouble, skip };
    this.#meanwhile = meanwhile;
    this.#met = null;
  }

  /** Ends the trouble. @returns the one that was met, if any. */
  disarm(): Trouble | null {
    const met = this.#met;
    this.#next = null;
    this.#meanwhile = null;
    this.#met = null;
    this.isDead = false;
    return met;
  }

  get met(): Trouble | null {
    return this.#met;
  }

  between({ bank, taxService }: OutsideServices): OutsideServices {
    return { bank: this.#wrap(bank), taxService: this.#wrap(taxService) };
  }

  #wrap<Service extends object>(service: Service): Service {
    return new Proxy(service, {
      get: (real, name) => {
        const call = Reflect.get(real, name) as unknown;
        if (typeof call !== "function") return call;
        return (...given: unknown[]) =>
          this.#ask(String(name), (call as Call).bind(real) as Call, given);
      },
    });
  }

  async #ask(name: string, call: Call, given: unknown[]): Promise<unknown> {
    if (this.isDead) throw new Killed();
    if (!this.#next || this.#met !== null || !isWorthTrouble(given)) return call(...given);
    if (this.#next.skip > 0) {
      this.#next.skip -= 1;
      return call(...given);
    }
    const { trouble } = this.#next;
    const submits = SUBMITS[name];
    if ((trouble === "forgotten" || trouble === "refused") && submits === undefined)
      return call(...given);
    this.#met = trouble;
    switch (trouble) {
      case "away":
        throw new OutOfReach(`${name}: no connection`);
      case "lost":
        await call(...given);
        throw new OutOfReach(`${name}: no answer`);
      case "broken":
        await call(...given);
        throw new Broken(name);
      case "killed":
        await call(...given);
        this.isDead = true;
        throw new Killed();
      case "twice":
        await call(...given);
        return call(...given);
      case "meanwhile":
        await this.#meanwhile?.();
        return call(...given);
      case "forgotten":
        return (given[0] as Record<string, unknown>[]).map((one) => ({
          ...("orderId" in one ? { orderId: one["orderId"] } : { operationId: one["operationId"] }),
          status: submits,
        }));
      case "refused":
        if (name === "registerIncomes") return call(...given);
        throw new OrdersRefused(`${name}: refused`);
    }
  }
}

/** Questions about nobody change nothing. */
function isWorthTrouble([first]: readonly unknown[]): boolean {
  return !Array.isArray(first) || first.length > 0;
}
