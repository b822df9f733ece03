/** Source: specification §4, «Display». */
export type StateTone = "neutral" | "progress" | "good" | "warning" | "bad";
