import type { TSchema } from "typebox";
import type { Permission } from "#contract/access/permissions.ts";
import type {
  Endpoint,
  EndpointDescription,
  FileAnswer,
} from "#contract/kernel/define-endpoints.ts";
import type { jobRegistryEndpoints } from "./job-registry-endpoints.ts";
import type { payrollRegistryEndpoints } from "./payroll-registry-endpoints.ts";

type PartOf<E, Key extends string> = E extends Readonly<Record<Key, infer Part>> ? Part : undefined;
type Input = "params" | "query" | "body";
type JobCalls = typeof jobRegistryEndpoints;

/** Another path, same input and answer. */
type CallLike<E extends Endpoint, Answer extends TSchema | FileAnswer = E["answer"]> = Endpoint<
  EndpointDescription<PartOf<E, "params">, PartOf<E, "query">, PartOf<E, "body">, Answer>
> &
  Pick<E, Extract<keyof E, Input>> & { readonly access: Permission; readonly answer: Answer };

/** Payroll rows have their own states. */
type ItemsQuery = JobCalls["items"]["query"] | (typeof payrollRegistryEndpoints)["items"]["query"];

/**
 * Equal names in every kind. Rows and totals differ; `tests/contract/registry-calls.test.ts` keeps
 * the inputs equal.
 */
export type RegistryCalls = {
  readonly [
    Verb in
      | "list"
      | "get"
      | "upload"
      | "readFile"
      | "readAgain"
      | "createFromReading"
      | "paste"
      | "template"
      | "errors"
      | "errorsDownload"
      | "file"
      | "progress"
      | "updateFile"
      | "pasteRows"
      | "deleteItem"
      | "causeValues"
      | "repair"
      | "undoRepair"
  ]: CallLike<JobCalls[Verb]>;
} & { readonly [Verb in "info" | "updateItem"]: CallLike<JobCalls[Verb], TSchema> } & {
  readonly items: Omit<Endpoint, "params" | "query" | "answer" | "access"> & {
    readonly params: JobCalls["items"]["params"];
    readonly query: ItemsQuery;
    readonly answer: TSchema;
    readonly access: Permission;
  };
};

export type ApplyCalls = {
  readonly [Verb in "dryRun" | "sendExecuteCode" | "execute" | "cancel" | "download"]: CallLike<
    JobCalls[Verb]
  >;
};
