import type { BankGateway } from "#server/integrations/bank/port.ts";
import {
  startLocalService,
  type Answer,
  type HeardRequest,
  type LocalService,
} from "#tests/support/outside-services.ts";
import { bankOverHttp, expectReceipts } from "./bank-over-http.ts";
import { soapFault, TaxServiceOverHttp } from "./tax-service-over-http.ts";
import type { TaxTruth } from "./tax-words.ts";
import type { ArmedTrouble, Late, Trouble } from "./troubles.ts";

/** Which of its processes asks, as the services are told it by a token. */
type ProcessNo = number;

interface Armed extends Omit<ArmedTrouble, "skip" | "lasts"> {
  skip: number;
  lasts: number;
  meanwhile(): Promise<void>;
}

/** The other process's work beside an answer on its way. */
interface Crossing {
  readonly first: ProcessNo;
  /** Its deed is done, and has no answer yet. */
  reached(): void;
  /** The first one is done. */
  end(): void;
  readonly ended: Promise<void>;
  work: Promise<void>;
}

interface Asked {
  readonly isBank: boolean;
  readonly isDeed: boolean;
  readonly process: ProcessNo;
  readonly request: HeardRequest;
  act(): Promise<Answer>;
}

const NOTHING = ["", "null", "[]", "{}", '{"results":[]}', "<html><p>Подождите<br></html>"];
const LATE_MS = [30_000, 3_600_000, 8 * 3_600_000];
const DEEDS = /^\/(orders|tax-orders|returns)$/;
const DEED_MESSAGES = /<m:(PostIncomeRequestV2|PostCancelReceiptRequestV2)/;
const ASKED_BY_LINES = /^\/(orders|tax-orders|returns|orders\/results|card-bindings\/results)$/;

const json = (status: number, value: unknown): Answer => ({
  status,
  type: "application/json",
  body: JSON.stringify(value),
});

/** The bank and the tax service behind a network that mostly works. */
export class Outside {
  readonly #bank: BankGateway;
  readonly #truth: TaxTruth;
  readonly #tax: TaxServiceOverHttp;
  readonly #dead = new Set<ProcessNo>();
  #service: LocalService | undefined;
  /** Something else happens at the moment, so what was right when it was asked may be wrong by now. */
  isCrowded = false;
  /** Of the test's own services, which would otherwise pass for an outage. */
  #fault: unknown;
  #queue: Promise<unknown> = Promise.resolve();
  #late: Late[] = [];
  #armed: Armed | null = null;
  #met: Trouble | null = null;
  #crossing: Crossing | null = null;
  /** Who has asked for much at once may have given up at the first refusal. */
  readonly #underWay = new Set<Promise<unknown>>();
  /** What somebody does meanwhile asks too: if that met a meanwhile of its own, it would never end. */
  #isMeanwhile = false;

  private constructor(bank: BankGateway, truth: TaxTruth) {
    this.#bank = bank;
    this.#truth = truth;
    this.#tax = new TaxServiceOverHttp(truth);
  }

  static async open(bank: BankGateway, truth: TaxTruth): Promise<Outside> {
    const outside = new Outside(bank, truth);
    outside.#service = await startLocalService((request) => {
      const answer = outside.#hear(request);
      outside.#underWay.add(answer);
      return answer.finally(() => outside.#underWay.delete(answer));
    });
    return outside;
  }

  /** Of both. */
  get url(): string {
    return this.#service?.url ?? "";
  }

  async close(): Promise<void> {
    await this.#service?.close();
  }

  /** @param meanwhile - what a person does then. */
  arm(trouble: ArmedTrouble, meanwhile: () => Promise<void>): void {
    this.#armed = { ...trouble, meanwhile };
    this.#met = null;
  }

  /** Whatever was asked is answered, dead processes are started again; a trouble that lasts goes on. */
  async endMoment(): Promise<void> {
    this.#crossing?.end();
    await this.#crossing?.work;
    if (this.#crossing) this.#isMeanwhile = false;
    this.#crossing = null;
    await Promise.allSettled(this.#underWay);
    this.#dead.clear();
    if (this.#armed && this.#armed.lasts > 1) this.#armed.lasts -= 1;
    else this.disarm();
  }

  get isTroubled(): boolean {
    return this.#armed !== null;
  }

  disarm(): void {
    this.#armed = null;
    this.#met = null;
    this.#dead.clear();
  }

  isDead(process: ProcessNo): boolean {
    return this.#dead.has(process);
  }

  get met(): Trouble | null {
    return this.#met;
  }

  /** As if nobody had asked for anything yet. */
  startAnew(): void {
    this.disarm();
    this.#fault = undefined;
    this.#late = [];
    this.#tax.startAnew();
  }

  /** @throws Error when the test's own services broke. */
  throwFault(): void {
    const fault = this.#fault;
    this.#fault = undefined;
    if (fault !== undefined) throw fault;
  }

  /** A phone shows one code. */
  oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#queue.then(work, work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** What was queued behind a time-out until then, in its order; `null`: all of it. */
  takeLate(until: Date | null): readonly Late[] {
    const due = this.#late.filter(({ at }) => until === null || at <= until.getTime());
    this.#late = this.#late.filter((one) => !due.includes(one));
    return due.toSorted((one, other) => one.at - other.at);
  }

  async #hear(request: HeardRequest): Promise<Answer | null> {
    if (this.#service) this.#service.heard.length = 0;
    const isBank = request.headers.authorization !== undefined;
    const process = Number(
      isBank
        ? request.headers.authorization?.slice("Bearer ".length)
        : request.headers["fns-openapi-usertoken"],
    );
    if (this.#dead.has(process)) return null;
    const isDeed = DEEDS.test(request.path) || DEED_MESSAGES.test(request.body);
    const act = () => this.#act(isBank, request);
    if (request.path.startsWith("/AuthService")) return act();
    const crossing = this.#crossing;
    if (crossing && isDeed && crossing.first !== process) {
      const answer = await act();
      crossing.reached();
      await crossing.ended;
      return answer;
    }
    const armed = this.#meet(isDeed);
    return armed ? this.#befall(armed, { isBank, isDeed, process, request, act }) : act();
  }

  async #act(isBank: boolean, request: HeardRequest): Promise<Answer> {
    try {
      if (!isBank) return await this.#tax.answer(request);
      if (!this.isCrowded && this.#armed?.kind !== "meanwhile")
        await expectReceipts(this.#truth.db, request);
      return await bankOverHttp(this.#bank, request);
    } catch (error) {
      this.#fault = error;
      return json(503, {});
    }
  }

  /** The request's trouble, if it has one. */
  #meet(isDeed: boolean): Armed | null {
    const armed = this.#armed;
    if (!armed || this.#isMeanwhile || (this.#met && armed.lasts === 0)) return null;
    if (armed.at !== "any" && (armed.at === "deed") !== isDeed) return null;
    if (armed.skip > 0) {
      armed.skip -= 1;
      return null;
    }
    this.#met = armed.kind;
    return armed;
  }

  async #befall(armed: Armed, asked: Asked): Promise<Answer | null> {
    const { isBank, isDeed, process, request, act } = asked;
    switch (armed.kind) {
      case "away":
        return null;
      case "lost":
        await act();
        return null;
      case "timedOut":
        await act();
        return json(504, {});
      case "fault":
        await act();
        return isBank ? json(500, { error: "fault" }) : soapFault("Internal error");
      case "garbled":
        await act();
        return {
          type: "text/html",
          body: NOTHING[armed.pick % NOTHING.length] ?? "",
        };
      case "short": {
        const { body, ...answer } = await act();
        if (!ASKED_BY_LINES.test(request.path)) return { ...answer, body };
        const { results } = JSON.parse(body) as { results: unknown[] };
        return { ...answer, body: JSON.stringify({ results: results.slice(1) }) };
      }
      case "mute": {
        const answer = await act();
        if (isDeed) return json(isBank && armed.pick % 2 === 0 ? 422 : 504, {});
        return ASKED_BY_LINES.test(request.path) ? json(200, { results: [] }) : answer;
      }
      case "refusedAfter":
        await act();
        return json(isBank && isDeed ? 422 : 503, {});
      case "late":
        if (isBank) await act();
        else if (isDeed) this.#doLater(armed.pick, act);
        return json(504, {});
      case "killed":
        await act();
        this.#dead.add(process);
        return null;
      case "twice":
        await act();
        return act();
      case "forgotten":
        return this.#forget(asked);
      case "refused":
        return isDeed ? json(422, {}) : act();
      case "meanwhile":
        this.#isMeanwhile = true;
        await armed.meanwhile();
        this.#isMeanwhile = false;
        return act();
      case "crossed": {
        const answer = await act();
        await this.#cross(process, armed);
        return answer;
      }
    }
  }

  async #cross(first: ProcessNo, { meanwhile }: Armed): Promise<void> {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.#isMeanwhile = true;
    await new Promise<void>((reached) => {
      this.#crossing = { first, reached, end, ended, work: Promise.resolve() };
      this.#crossing.work = meanwhile().finally(reached);
    });
  }

  #doLater(pick: number, act: () => Promise<unknown>): void {
    const after = LATE_MS[pick % LATE_MS.length] ?? 0;
    this.#late.push({ at: this.#truth.clock.now().getTime() + after, do: act });
  }

  #forget({ isBank, isDeed, request: { body }, act }: Asked): Answer | Promise<Answer> {
    if (!isBank && isDeed) return this.#tax.forget();
    if (!isBank) return body.includes("GetMessageRequest") ? TaxServiceOverHttp.lose() : act();
    if (!isDeed) return act();
    const { orders } = JSON.parse(body) as { orders: { orderId: string }[] };
    return json(200, {
      results: orders.map(({ orderId }) => ({ orderId, status: "PENDING" })),
    });
  }
}
