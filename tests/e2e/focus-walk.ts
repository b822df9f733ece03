import type { Page } from "@playwright/test";

const MOST_STOPS = 400;

interface Step {
  /** Faults of earlier stops. */
  readonly faults: readonly string[];
  readonly isOver: boolean;
}

/**
 * Tabs through the page. Each stop needs a focus ring of at least 2 px and 3 : 1 contrast, inside
 * the window and uncovered. Source: experience goal 22.
 *
 * @returns count of stops and faults.
 */
export async function walkFocus(
  page: Page,
): Promise<{ readonly stops: number; readonly faults: readonly string[] }> {
  await page.evaluate(installFocusWalk);
  const faults: string[] = [];
  let stops = 0;
  for (; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press("Tab");
    const { faults: found, isOver } = await page.evaluate(() =>
      (globalThis as unknown as { stepOfFocusWalk: () => Promise<Step> }).stepOfFocusWalk(),
    );
    faults.push(...found);
    if (isOver) break;
  }
  return { stops, faults };
}

/** Runs in the page. */
function installFocusWalk(): void {
  const LEAST_WIDTH = 2;
  const LEAST_CONTRAST = 3;
  /** Levels up: a wrapper may draw the ring. */
  const WRAPPERS = 6;
  const LATER = 3;
  const FADED_MS = 300;
  type Rgb = readonly [number, number, number];
  interface Look {
    readonly element: Element;
    readonly outline: string;
    readonly shadow: string;
    readonly border: string;
  }

  const canvas = document
    .createElement("canvas")
    .getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
  const paint = (colors: readonly string[]): Rgb => {
    canvas.clearRect(0, 0, 1, 1);
    for (const color of ["#fff", ...colors]) {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  };
  const luminance = (rgb: Rgb) => {
    const [red = 0, green = 0, blue = 0] = rgb.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (color: string, grounds: readonly string[]) => {
    const [one, other] = [luminance(paint([...grounds, color])), luminance(paint(grounds))];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  };
  const groundsOf = (element: Element | null): string[] => {
    const grounds: string[] = [];
    for (let one = element; one; one = one.parentElement)
      grounds.unshift(getComputedStyle(one).backgroundColor);
    return grounds;
  };
  const lookOf = (element: Element): Look => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderTopWidth, borderTopColor } =
      getComputedStyle(element);
    return {
      element,
      outline: outlineStyle === "none" ? "none" : `${outlineWidth} ${outlineColor}`,
      shadow: boxShadow,
      border: `${borderTopWidth} ${borderTopColor}`,
    };
  };
  const looksOf = (element: Element): Look[] => {
    const around = [element, element.nextElementSibling];
    for (
      let one = element.parentElement, level = 0;
      one && level < WRAPPERS;
      one = one.parentElement, level += 1
    )
      around.push(one);
    return around.filter((one) => one !== null).map(lookOf);
  };
  const split = (text: string) => {
    const at = text.indexOf(" ");
    return { width: Number.parseFloat(text.slice(0, at)), color: text.slice(at + 1) };
  };
  /** The strongest change by focus. */
  const ringOf = (focused: Look, plain: Look): number => {
    const behind = groundsOf(focused.element.parentElement);
    let best = 0;
    if (focused.outline !== plain.outline && focused.outline !== "none") {
      const { width, color } = split(focused.outline);
      const isInside = Number.parseFloat(getComputedStyle(focused.element).outlineOffset) < 0;
      if (width >= LEAST_WIDTH)
        best = contrast(color, isInside ? groundsOf(focused.element) : behind);
    }
    if (focused.shadow !== plain.shadow) {
      for (const [, color = "", , , blur = "0", spread = "0", inset] of focused.shadow.matchAll(
        /(rgba?\([^)]*\)|color\([^)]*\)) (-?[\d.]+)px (-?[\d.]+)px (-?[\d.]+)px (-?[\d.]+)px( inset)?/g,
      )) {
        if (Number(spread) >= LEAST_WIDTH && Number(blur) === 0)
          best = Math.max(best, contrast(color, inset ? groundsOf(focused.element) : behind));
      }
    }
    if (focused.border !== plain.border) {
      const { width, color } = split(focused.border);
      if (width >= LEAST_WIDTH) best = Math.max(best, contrast(color, behind));
    }
    return best;
  };
  const isSeen = (element: Element): boolean => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const places = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 2, top + 2],
      [right - 2, top + 2],
      [left + 2, bottom - 2],
      [right - 2, bottom - 2],
    ] as const;
    return places.some(([x, y]) =>
      document
        .elementsFromPoint(x, y)
        .slice(0, 1)
        .some((hit) => element.contains(hit) || hit.contains(element)),
    );
  };
  const nameOf = (element: Element) => {
    const name =
      element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40) ?? "";
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> «${name || (element.getAttribute("name") ?? element.id)}»`;
  };

  interface Stop {
    readonly element: Element;
    readonly looks: readonly Look[];
    readonly isInSight: boolean;
  }
  const faultOf = ({ element, looks, isInSight }: Stop): string | null => {
    if (!element.isConnected) return null;
    if (!isInSight) return `${nameOf(element)}: out of sight or covered`;
    const strongest = Math.max(...looks.map((look) => ringOf(look, lookOf(look.element))));
    return strongest < LEAST_CONTRAST
      ? `${nameOf(element)}: ring of ${strongest === 0 ? "nothing" : `${strongest.toFixed(1)} : 1`} (${looks[0]?.outline}; ${looks[0]?.shadow.slice(0, 60)})`
      : null;
  };

  /** Rings may appear late on a busy machine: check a failed stop again. */
  const faultAfterAll = async ({ element, isInSight }: Stop): Promise<string | null> => {
    if (!(element instanceof HTMLElement)) return null;
    element.focus();
    await new Promise((done) => setTimeout(done, FADED_MS));
    const looks = looksOf(element);
    element.blur();
    await new Promise((done) => setTimeout(done, FADED_MS));
    return faultOf({ element, looks, isInSight });
  };

  const seen = new Set<Element>();
  const left: Stop[] = [];
  const doubtful: Stop[] = [];
  Object.assign(globalThis, {
    stepOfFocusWalk: async (): Promise<Step> => {
      // The ring fades in.
      await new Promise((done) => requestAnimationFrame(done));
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
      const element = document.activeElement;
      // A native date field has several stops.
      if (element && left.at(-1)?.element === element) return { faults: [], isOver: false };
      const isOver = !element || element === document.body || seen.has(element);
      if (isOver) await new Promise((done) => setTimeout(done, FADED_MS));
      // The unfocused look settles some time after the focus has left.
      const judged = left.splice(0, isOver ? left.length : Math.max(0, left.length - LATER));
      if (!isOver) {
        const looks = looksOf(element);
        left.push({
          element,
          looks,
          isInSight: looks.slice(0, 3).some((look) => isSeen(look.element)),
        });
        seen.add(element);
      }
      doubtful.push(...judged.filter((stop) => faultOf(stop) !== null));
      if (!isOver) return { faults: [], isOver };
      const faults: string[] = [];
      for (const stop of doubtful)
        faults.push(...[await faultAfterAll(stop)].filter((fault) => fault !== null));
      return { faults, isOver };
    },
  });
}
