const PRESSABLE = 'a[href], button, [role="button"]';
/** Long enough to be seen, gone before it could be taken for a state. */
const SHOWN_MS = 300;

/**
 * Whatever is pressed says so in the next frame, before the work it starts: steps of the router are drawn in slices and show nothing until they are
 * whole. Source: performance.md C10.
 */
export function startPressFeedback(): void {
  document.addEventListener(
    "click",
    ({ target }) => {
      const pressed = target instanceof Element ? target.closest(PRESSABLE) : null;
      if (!pressed) return;
      pressed.setAttribute("data-pressed", "");
      setTimeout(() => pressed.removeAttribute("data-pressed"), SHOWN_MS);
    },
    { capture: true },
  );
}

/** Runs heavy work once the frame that shows the press is on the screen. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
