import { answerText } from "./faq-catalogue.ts";
import type { FaqGroup, FaqQuestion } from "./faq-question.ts";

/**
 * Every word must match, by stem: «чека» finds «чек». Matches in questions come first.
 *
 * @param query - stop words alone show all.
 */
export function searchFaq(groups: readonly FaqGroup[], query: string): FaqGroup[] {
  const stems = stemsOfQuery(query);
  if (stems.length === 0) return [...groups];
  return groups.flatMap((group) => {
    const inQuestion: FaqQuestion[] = [];
    const inAnswer: FaqQuestion[] = [];
    for (const one of group.questions) {
      const [title, all] = wordsOf(one);
      if (stems.every((stem) => hasStem(title, stem))) inQuestion.push(one);
      else if (stems.every((stem) => hasStem(all, stem))) inAnswer.push(one);
    }
    const questions = [...inQuestion, ...inAnswer];
    return questions.length > 0 ? [{ ...group, questions }] : [];
  });
}

export function countQuestions(groups: readonly FaqGroup[]): number {
  return groups.reduce((sum, { questions }) => sum + questions.length, 0);
}

/** Cuts one ending, keeps three letters. */
export function stemOf(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= 3);
  return ending ? word.slice(0, -ending.length) : word;
}

const ENDINGS = (
  "иями ями ами ться тся ется ются ешь ишь ого его ому ему ыми ими иях иям ием " +
  "ах ях ам ям ов ев ей ой ый ий ая яя ое ее ые ие ую юю ом ем ть ти ет ит ют ут ат ят ла ли ло " +
  "а я о е и ы у ю ь й л"
).split(" ");

const FILLERS = new Set(
  "а без бы в во да для до ее если есть же за и из или к как какая какие каким каких какого какое какой каком какую ко ли мне мой можно на не ни но о об от по при с со такое то у чего что чтобы это я где когда зачем почему сколько".split(
    " ",
  ),
);

const known = new WeakMap<
  FaqQuestion,
  readonly [title: readonly string[], all: readonly string[]]
>();

function wordsOf(question: FaqQuestion): readonly [readonly string[], readonly string[]] {
  let words = known.get(question);
  if (!words) {
    const title = splitWords(question.question);
    words = [
      title,
      [...title, ...splitWords(answerText(question.answer)), ...splitWords(question.words ?? "")],
    ];
    known.set(question, words);
  }
  return words;
}

function stemsOfQuery(query: string): string[] {
  return splitWords(query)
    .filter((word) => !FILLERS.has(word))
    .map(stemOf);
}

function hasStem(words: readonly string[], stem: string): boolean {
  return words.some((word) => word.startsWith(stem));
}

function splitWords(text: string): string[] {
  // «2 400 000» matches «2400000».
  const plain = text
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/(\d)[\s\u00A0](?=\d{3}(?!\d))/g, "$1");
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
