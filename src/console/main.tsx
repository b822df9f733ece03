import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { prefetchScreen } from "./app/routes.tsx";
import { readPageSeed, takePageOver } from "./app/take-over.tsx";
import { reloadOnLostChunk } from "./layout/page-errors.tsx";
import { startPressFeedback } from "./layout/press-feedback.ts";
import { loadConsoleConfig } from "./providers/console-config.ts";
import { startSession } from "./providers/session.ts";
import { startTheme } from "./ui/theme.ts";
import "./ui/theme.css";

startTheme();
startPressFeedback();
reloadOnLostChunk();
const root = document.getElementById("root");
const seed = readPageSeed();
if (root && seed) {
  void takePageOver(root, seed).then(startSession).catch(() => undefined);
} else {
  // The screen, the configuration and the session load side by side: none waits for another.
  prefetchScreen(location.pathname);
  void startSession().catch(() => undefined);
  void loadConsoleConfig().then(() => {
    if (root) createRoot(root).render(<App />);
  });
}
