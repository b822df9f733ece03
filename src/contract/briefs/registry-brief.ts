import { Type } from "typebox";
import { Id } from "#contract/values/ids.ts";

/** `title` is `registryTitle`: «Реестр выплат № 15». */
export const RegistryBrief = Type.Object({ id: Id, title: Type.String() });
export type RegistryBrief = Type.Static<typeof RegistryBrief>;
