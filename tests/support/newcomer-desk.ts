import { sql } from "kysely";
import type { Static } from "typebox";
import type {
  RegistrationProfile,
  WorkmanSteps,
} from "#contract/workman-registration/registration-profile.ts";
import { requiredDocumentsOf, type TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import type { Citizenship } from "#contract/definitions/citizenships.ts";
import { personInn } from "#contract/values/check-digits.ts";
import type { TestApp } from "#tests/support/build-app.ts";

interface Filled {
  readonly taxpayerTypeID?: TaxpayerType;
  readonly citizenshipID?: Citizenship;
  readonly documents?: object;
  readonly payment?: object;
  readonly activities?: readonly string[];
  readonly regionID?: string;
  readonly ogrnip?: string;
}

/** Registers as a worker. */
export class NewcomerDesk {
  readonly #product: TestApp;
  readonly phone: string;
  readonly id: number;
  readonly inn: string;
  readonly base = {
    email: "newcomer@yandex.ru",
    lastName: "Соколова",
    firstName: "Мария",
    middleName: "Игоревна",
    citizenshipID: "ru",
    birthDate: "1990-05-17",
  };
  readonly documents = {
    gender: "FEMALE",
    birthPlace: "г. Тверь",
    passport: {
      series: "4510",
      number: "123456",
      date: "2015-02-01",
      issuedBy: "Отделом УФМС по г. Твери",
      divisionCode: "690-001",
    },
    snils: "112-233-445 95",
    registrationAddress: "г. Тверь, ул. Мира, д. 1, кв. 2",
  };

  constructor(product: TestApp, phone: string, id: number, inn: string) {
    this.#product = product;
    this.phone = phone;
    this.id = id;
    this.inn = inn;
  }

  async call(
    method: "GET" | "PUT" | "POST",
    path: string,
    payload?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const url = path.startsWith("/client-api") ? path : `/open-api/v1${path}`;
    const answer = await this.#product.http.inject({
      method,
      url,
      headers: await this.#product.signIn(this.phone),
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, body: answer.json() };
  }

  put = (path: string, payload: object) => this.call("PUT", path, payload);
  step = (step: string, payload: object) => this.put(`/talk-bank/steps/${step}`, payload);
  profile = async () =>
    (await this.call("GET", "/talk-bank/profile")).body as unknown as RegistrationProfile;
  steps = async () =>
    (await this.call("GET", "/workman-steps")).body as unknown as Static<typeof WorkmanSteps>;
  myInfo = async () => (await this.call("GET", "/client-api/workman/my-info")).body;

  async start({ taxpayerTypeID = "SMZ", citizenshipID = "ru" }: Filled = {}): Promise<void> {
    await this.#right(
      this.put("/workman-steps/0", { taxpayerTypeID, citizenshipID, inn: this.inn }),
    );
  }

  /** All steps but the last. */
  async fillIn(over: Filled = {}): Promise<void> {
    const {
      taxpayerTypeID = "SMZ",
      citizenshipID = "ru",
      activities = ["0803"],
      regionID = "77",
      ogrnip,
    } = over;
    await this.start(over);
    await this.#right(this.put("/workman-steps/2", { ...this.base, citizenshipID }));
    for (const type of requiredDocumentsOf(taxpayerTypeID, citizenshipID))
      await sql`
        INSERT INTO workman_documents (workman_id, type, state)
        VALUES (${this.id}, ${type}, 'UPLOADED')`.execute(this.#product.database.kysely);
    await this.#right(this.step("documents", { ...this.documents, ...over.documents }));
    await this.#right(this.step("payment-data", over.payment ?? { payoutKindID: "SBP" }));
    await this.#right(
      this.step("self-employed-data", { regionID, activities, ...(ogrnip ? { ogrnip } : {}) }),
    );
  }

  async send(): Promise<void> {
    await this.#right(
      this.put("/workman-steps/final", {
        acceptTerms: true,
        acceptDataPolicy: true,
        acceptPepAgreement: true,
      }),
    );
  }

  async pass(seconds: number): Promise<void> {
    await this.#product.runTasksUntilIdle();
    this.#product.clock.advance(seconds * 1000);
    await this.#product.runTasksUntilIdle();
  }

  /** @returns all statuses seen. */
  async statusesUntil(...wanted: string[]): Promise<string[]> {
    const seen: string[] = [(await this.profile()).status.id];
    for (let turn = 0; turn < 60 && !wanted.includes(seen.at(-1) ?? ""); turn += 1) {
      await this.pass(4);
      const status = (await this.profile()).status.id;
      if (status !== seen.at(-1)) seen.push(status);
    }
    return seen;
  }

  async #right(answer: Promise<{ status: number; body: object }>): Promise<void> {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  }
}

let serial = 0;

/** In DRAFT at the first step. */
export async function aNewcomer(
  product: TestApp,
  over: { readonly taxpayerType?: TaxpayerType } = {},
): Promise<NewcomerDesk> {
  serial += 1;
  const phone = `7997${String(serial).padStart(7, "0")}`;
  const db = product.database.kysely;
  const { rows } = await sql<{ id: number }>`
    WITH person AS (INSERT INTO people (phone, name)
      VALUES (${phone}, 'Новый исполнитель')
      RETURNING id)
    INSERT INTO workmen (person_id, state, registration_status, registration_step, taxpayer_type)
    SELECT id, 'DRAFT', 'DRAFT', '0', ${over.taxpayerType ?? "SMZ"}
    FROM person
    RETURNING id`.execute(db);
  return new NewcomerDesk(
    product,
    phone,
    rows[0]?.id ?? 0,
    personInn(`5024${String(serial).padStart(6, "0")}`),
  );
}
