import { startPeer } from "./console-peer.ts";
import { answerFigures } from "./console-answers.bench.ts";
import { pageFigures } from "./console-pages.bench.ts";
import { previewFigures } from "./console-preview.bench.ts";
import { publicFigures } from "./console-public.bench.ts";
import { openConsoleStage, type ConsoleStage } from "./console-stage.ts";
import type { Figure } from "./figure.ts";

/**
 * C1–C10: the built product in headless Chromium beside `ra-min`, eight minutes. Needs `npm run
 * build`.
 */
export const consoleSuites: Record<string, () => Promise<Figure[]>> = {
  "C-pages": async () => {
    const peer = await startPeer();
    return pageFigures(await openStage(), peer).finally(() => peer?.stop());
  },
  "C-preview": async () => previewFigures(await openStage()),
  "C-answers": async () => answerFigures(await openStage()),
  "C-public": async () => publicFigures(await openStage()),
};

let stage: Promise<ConsoleStage> | undefined;

function openStage(): Promise<ConsoleStage> {
  return (stage ??= openConsoleStage());
}

export async function closeConsoleStage(): Promise<void> {
  await (await stage)?.close();
}
