const SENTENCE = /.*?[.!?](?=\s|$)\s*/gs;

function sentencesOf(text: string): string[] {
  return (text.match(SENTENCE) ?? [text]).map((sentence) => sentence.trim());
}

export function firstSentence(text: string): string {
  return sentencesOf(text)[0] ?? text;
}

/** The first sentence, then those that name another tool, then the others, as far as they fit; in the order of the text. */
export function briefText(text: string, toolNames: ReadonlySet<string>, maxLength: number): string {
  const sentences = sentencesOf(text);
  const namesTool = (sentence: string) => sentence.match(/\w+/g)?.some((word) => toolNames.has(word)) ?? false;
  const places = [...sentences.keys()].slice(1);
  const byUse = [...places.filter((at) => namesTool(sentences[at] ?? '')), ...places.filter((at) => !namesTool(sentences[at] ?? ''))];
  const taken = new Set([0]);
  let length = sentences[0]?.length ?? 0;
  for (const at of byUse) {
    const more = (sentences[at]?.length ?? 0) + 1;
    if (length + more > maxLength) continue;
    taken.add(at);
    length += more;
  }
  return sentences.filter((_, at) => taken.has(at)).join(' ');
}
