import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { isCabinetAddress, prefetchScreen } from "./app/routes.tsx";
import { readPageSeed, takePageOver } from "./app/take-over.tsx";
import { reloadOnLostChunk } from "./layout/page-errors.tsx";
import { startPressFeedback } from "./layout/press-feedback.ts";
import { loadConsoleConfig } from "./providers/console-config.ts";
import { startSession } from "./providers/session.ts";
import { startTheme } from "./ui/theme.ts";
import "./ui/theme.css";

/** Longest wait for the parts of the first page: the cabinet's frame is in the page as it was sent, a light page has more to show without the session. */
const CABINET_WAIT_MS = 3000;
const LIGHT_WAIT_MS = 150;

startTheme();
startPressFeedback();
reloadOnLostChunk();
const root = document.getElementById("root");
const seed = readPageSeed();
if (root && seed) {
  void takePageOver(root, seed)
    .then(startSession)
    .catch(() => undefined);
} else {
  // The screen, the configuration and the session load side by side: none waits for another. The page is then drawn once, whole.
  const parts = Promise.all([prefetchScreen(location.pathname), startSession().catch(() => undefined)]);
  const limit = new Promise((late) => setTimeout(late, isCabinetAddress(location.pathname) ? CABINET_WAIT_MS : LIGHT_WAIT_MS));
  void Promise.all([loadConsoleConfig(), Promise.race([parts, limit])]).then(() => {
    if (root) createRoot(root).render(<App />);
  });
}
