import { Type } from "typebox";

/** URLs. Source: specification §3, «picture (sizes 40 and 80)». */
export const Picture = Type.Object({ size40: Type.String(), size80: Type.String() });
export type Picture = Type.Static<typeof Picture>;
