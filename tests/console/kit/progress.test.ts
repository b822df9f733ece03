import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentProgress, startProgress } from "#web/ui/progress.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test("a page that comes within 200 ms shows no bar", () => {
  const finish = startProgress();
  vi.advanceTimersByTime(199);
  expect(currentProgress().isVisible).toBe(false);
  finish();
  vi.advanceTimersByTime(1000);
  expect(currentProgress().isVisible).toBe(false);
});

test("a slower page shows the bar by 250 ms, nearly full at 5 s and never done before it is", () => {
  const finish = startProgress();
  vi.advanceTimersByTime(250);
  expect(currentProgress().isVisible).toBe(true);
  vi.advanceTimersByTime(2250);
  expect(currentProgress().percent).toBeGreaterThan(44);
  expect(currentProgress().percent).toBeLessThan(56);
  vi.advanceTimersByTime(2500);
  expect(currentProgress().percent).toBeGreaterThan(90);
  vi.advanceTimersByTime(60_000);
  expect(currentProgress().percent).toBeLessThan(100);
  finish();
  expect(currentProgress()).toMatchObject({ percent: 100, hasFailed: false });
  vi.advanceTimersByTime(1000);
  expect(currentProgress().isVisible).toBe(false);
});

test("a failure paints the bar red, even a quick one", () => {
  startProgress()(true);
  expect(currentProgress()).toMatchObject({ isVisible: true, hasFailed: true });
});

test("the bar waits for the last of several loads", () => {
  const first = startProgress();
  const second = startProgress();
  vi.advanceTimersByTime(300);
  first();
  expect(currentProgress()).toMatchObject({ isVisible: true });
  expect(currentProgress().percent).toBeLessThan(100);
  second();
  second();
  expect(currentProgress().percent).toBe(100);
});
