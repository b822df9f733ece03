/** Look of a state: each tone has an icon and a colour. Source: specification §4, «Display». */
export type StateTone = "neutral" | "progress" | "good" | "warning" | "bad";
