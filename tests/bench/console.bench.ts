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
  "C-pages": () =>
    onStage(async (stage) => {
      const peer = await startPeer();
      return pageFigures(stage, peer).finally(() => peer?.stop());
    }),
  "C-preview": () => onStage(previewFigures),
  "C-answers": () => onStage(answerFigures),
  "C-public": () => onStage(publicFigures),
};

async function onStage(measure: (stage: ConsoleStage) => Promise<Figure[]>): Promise<Figure[]> {
  const stage = await openConsoleStage();
  return measure(stage).finally(() => stage.close());
}
