// A page the server has drawn is read without us. Whoever was signed in, and whoever touches it, gets the console at once; everybody else when the browser
// has nothing better to do.
(() => {
  const entry = document.currentScript.dataset.entry;
  const signs = ["pointerdown", "keydown", "touchstart"];
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const sign of signs) removeEventListener(sign, start, true);
    void import(entry);
  };
  if (localStorage.getItem("wasSignedIn") === "true") return start();
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
  const whenIdle = () => (window.requestIdleCallback ? requestIdleCallback(start, { timeout: 3000 }) : setTimeout(start, 500));
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
})();
