import { pino } from "pino";
import { expect, it } from "vitest";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { readConfig } from "#server/config.ts";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import { sandboxCompanyRegister } from "#server/integrations/company-register/sandbox.ts";
import { folderStorage } from "#server/integrations/file-storage/folder.ts";
import { sandboxMaps } from "#server/integrations/maps/sandbox.ts";
import { httpPush } from "#server/integrations/push/http.ts";
import { sandboxSms } from "#server/integrations/sms/sandbox.ts";
import { sandboxTaxService } from "#server/integrations/tax-service/sandbox.ts";
import { httpWebhookReceiver } from "#server/integrations/webhook-receiver/http.ts";
import { makePlatform } from "#server/make-platform.ts";
import { MODULES } from "#server/modules.ts";
import { offsetClock } from "#server/data/clock.ts";
import { createDatabase } from "#server/data/database.ts";
import { LiveHub } from "#server/data/live.ts";
import { primaryReads } from "#server/data/reads.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import type { Serve } from "#server/http/serve.ts";
import { EVERY_LIST } from "#tests/bench/every-list.ts";

it("serves every call of the specification, and every one that was added to it", () => {
  const served = servedCalls();
  expect(ALL_ENDPOINTS.map((one) => one.id).filter((id) => !served.has(id))).toEqual([]);
});

it("chooses the page first in every list by pages, but where a number kept with the data finds it", () => {
  const { lists } = registeredCalls();
  expect(PAGED.filter((id) => !lists.has(id))).toEqual([
    "transactions.list",
    "risks.receipts",
    "risks.limits",
    "risks.labour",
    "risks.papers",
    ...["payroll-registries.list", "payroll-registries.items", "payroll-registries.causeValues"],
    ...["payroll-registries.compare", "payroll-registries.postings"],
    ...["job-registries.list", "job-registries.items", "job-registries.causeValues"],
    ...["workman-registries.list", "workman-registries.items", "workman-registries.invitedList"],
    "workman-registries.causeValues",
    ...["workman-registration-registries.list", "workman-registration-registries.items"],
    "workman-registration-registries.causeValues",
    "mass-arbitrate.importItems",
  ]);
});

it("measures every list by pages: P10 forgets none", () => {
  expect(Object.keys(EVERY_LIST).toSorted()).toEqual(PAGED.toSorted());
});

it("serves nothing that the catalogue does not know", () => {
  const known = new Set(ALL_ENDPOINTS.map((one) => one.id));
  expect([...servedCalls()].filter((id) => !known.has(id))).toEqual([]);
});

const PAGED = ALL_ENDPOINTS.filter(
  ({ answer }) => "properties" in answer && "meta" in (answer.properties as object),
).map(({ id }) => id);

const servedCalls = () => registeredCalls().served;

/**
 * Ids of the calls the modules register. Nothing is connected: the pools open at the first query,
 * and no handler runs.
 */
function registeredCalls(): { served: Set<string>; lists: Set<string> } {
  const config = readConfig({ SANDBOX: "1" });
  const clock = offsetClock();
  const database = createDatabase({ connectionString: "postgres://nobody@127.0.0.1:1/nowhere" });
  const secrets = makeSecrets("a secret of tests that is long enough");
  const dependencies = {
    config,
    db: database,
    outside: database,
    reads: primaryReads(database),
    clock,
    secrets,
    integrations: {
      bank: sandboxBank(database.kysely, clock),
      taxService: sandboxTaxService(database.kysely, clock),
      sms: sandboxSms(database.kysely, clock),
      mail: null,
      companies: sandboxCompanyRegister(),
      maps: sandboxMaps(),
      files: folderStorage(config.dataDir),
      webhookReceiver: httpWebhookReceiver(),
      push: httpPush({ key: secrets.keyFor("push") }),
    },
    logger: pino({ level: "silent" }),
  };
  const platform = makePlatform(dependencies, new LiveHub(database.pool));
  const served = new Set<string>();
  const lists = new Set<string>();
  const note = (endpoint: { readonly id: string }) => void served.add(endpoint.id);
  const list = (endpoint: { readonly id: string }) => (note(endpoint), void lists.add(endpoint.id));
  const serve: Serve = Object.assign(note, { reading: note, list });
  for (const module of MODULES) module.routes?.(serve, platform);
  return { served, lists };
}
