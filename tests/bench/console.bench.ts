import { startPeer } from "./console-peer.ts";
import { answerFigures } from "./console-answers.bench.ts";
import { pageFigures } from "./console-pages.bench.ts";
import { previewFigures } from "./console-preview.bench.ts";
import { publicFigures } from "./console-public.bench.ts";
import { openConsoleStage } from "./console-stage.ts";
import type { Figure } from "./figure.ts";

/** C1–C10: the built product in headless Chromium beside `ra-min`, about six minutes. Needs `npm run build`. */
export async function consoleFigures(): Promise<Figure[]> {
  const stage = await openConsoleStage();
  const peer = await startPeer();
  try {
    return [...(await pageFigures(stage, peer)), ...(await previewFigures(stage)), ...(await answerFigures(stage)), ...(await publicFigures(stage))];
  } finally {
    await stage.close();
    await peer?.stop();
  }
}
