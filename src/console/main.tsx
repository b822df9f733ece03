import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { prefetchScreen } from "./app/routes.tsx";
import { reloadOnLostChunk } from "./layout/page-errors.tsx";
import { startPressFeedback } from "./layout/press-feedback.ts";
import { loadConsoleConfig } from "./providers/console-config.ts";
import { startSession } from "./providers/session.ts";
import { startTheme } from "./ui/theme.ts";
import "./ui/theme.css";

startTheme();
startPressFeedback();
reloadOnLostChunk();
// The screen, the configuration and the session load side by side: none waits for another.
prefetchScreen(location.pathname);
void startSession().catch(() => undefined);
void loadConsoleConfig().then(() => {
  const root = document.getElementById("root");
  if (root) createRoot(root).render(<App />);
});
